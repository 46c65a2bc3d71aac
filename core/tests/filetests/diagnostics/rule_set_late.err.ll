; RUN: diagnostics f(out)
; As rule_set_late.ll, whose list is set when the program runs.
; CHECK: `__enzyme_register_gradient_g` is empty when the program is compiled [EZ0501]
@__enzyme_register_gradient_g = global [3 x ptr] zeroinitializer

define double @g(double %x) {
  %y = fmul double %x, %x
  ret double %y
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
