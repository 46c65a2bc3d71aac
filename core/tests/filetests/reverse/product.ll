; RUN: reverse f(out, out) --optimize
; The product rule, and results in the order of the parameters.
; CHECK: { double, double } @f.grad(double %x, double %y, double
; CHECK-COUNT: 2 fmul
define double @f(double %x, double %y) {
entry:
  %z = fmul double %x, %y
  ret double %z
}
