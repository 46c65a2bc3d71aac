; RUN: diagnostics f(out)
; As rule_gradient.ll, whose gradient takes no adjoint of the result.
; CHECK: is registered in a rule for `g`, and takes (double) [EZ0501]
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]

define double @g(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define double @augmented(double %x) {
  ret double %x
}
define double @reversed(double %x) {
  ret double %x
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
