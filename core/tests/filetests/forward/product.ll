; RUN: forward f(dup, const)
; Only the active factor has a tangent.
; CHECK: double @f.fwd(double %x, double %x.shadow, double %y)
; CHECK-COUNT: 2 fmul double
define double @f(double %x, double %y) {
entry:
  %z = fmul double %x, %y
  ret double %z
}
