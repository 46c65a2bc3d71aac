; RUN: reverse f(out)
; A rule for each mode of a function without body. Twin: rule_other_mode.err.ll.
; CHECK: call double @reversed
declare double @g(double)
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
@__enzyme_register_derivative_g = constant [2 x ptr] [ptr @g, ptr @tangent]
define double @tangent(double %x, double %d) {
  ret double %d
}
define double @augmented(double %x) {
  ret double %x
}
define double @reversed(double %x, double %seed) {
  ret double %seed
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
