; RUN: reverse f(out)
; A null pointer ends the list. Twin: rule_option.err.ll.
; CHECK: call double @reversed
@__enzyme_register_gradient_g = constant [4 x ptr] [ptr @g, ptr @augmented, ptr @reversed, ptr null]

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
