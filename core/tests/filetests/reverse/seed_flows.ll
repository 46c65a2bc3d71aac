; RUN: reverse f(out) --optimize
; The derivative of 3x is the seed times 3; the primal is gone.
; CHECK: { double } @f.grad(double %x
; CHECK-NOT: %x
; CHECK-COUNT: 1 fmul double
define double @f(double %x) {
entry:
  %y = fmul double %x, 3.0
  ret double %y
}
