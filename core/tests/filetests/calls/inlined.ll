; RUN: reverse f(out) --inline
; With inlining there is no second function.
; CHECK: { double } @f.grad
; CHECK-NOT: @g
define double @f(double %x) {
entry:
  %a = call double @g(double %x)
  %y = fmul double %a, %x
  ret double %y
}
define double @g(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
