; RUN: reverse f(out) --optimize
; The derivative of 3x is the seed times 3; the primal is gone.
; CHECK: define { double } @f.grad(double %x, double %seed)
; CHECK: fmul double %seed, 3.0
; CHECK-NOT: %x
define double @f(double %x) {
entry:
  %y = fmul double %x, 3.0
  ret double %y
}
