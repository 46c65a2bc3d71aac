; RUN: reverse f(out, const)
; One callee with two activities: two pairs.
; CHECK: { double } @f.grad
; CHECK: @g.aug
; CHECK: @g.aug
define double @f(double %x, double %k) {
entry:
  %a = call double @g(double %x, double %k)
  %b = call double @g(double %k, double %x)
  %y = fmul double %a, %b
  ret double %y
}
define double @g(double %x, double %y) {
entry:
  %p = fmul double %x, %x
  %z = fmul double %p, %y
  ret double %z
}
