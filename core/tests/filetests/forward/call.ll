; RUN: forward f(dup)
; A callee's tangent comes with its value in one call.
; CHECK: double @f.fwd(double %x, double
; CHECK: call { double, double } @g.fwd(double %x, double
; CHECK-NOT: call double @g(
; CHECK: { double, double } @g.fwd
define double @f(double %x) {
entry:
  %r = call double @g(double %x)
  %y = fmul double %r, %x
  ret double %y
}
define double @g(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
