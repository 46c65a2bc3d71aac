; RUN: reverse f(out)
; Two calls for the same derivative share one pair of functions.
; CHECK: { double } @f.grad
; CHECK-COUNT: 2 call { ptr, double } @g.aug
define double @f(double %x) {
entry:
  %a = call double @g(double %x)
  %b = call double @g(double %a)
  %y = fmul double %a, %b
  ret double %y
}
define double @g(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
