; RUN: diagnostics f(out)
; As rule_twice.ll, with a second rule for it.
; CHECK: `g` is registered twice, with different derivatives [EZ0501]
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
@__enzyme_register_gradient_again = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @other]

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
define double @other(double %x, double %seed) {
  ret double %seed
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
