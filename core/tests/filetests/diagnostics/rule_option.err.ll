; RUN: diagnostics f(out)
; As rule_option.ll, with an option behind it.
; CHECK: has the option "byref_0", which is not supported
@__enzyme_register_gradient_g = constant [4 x ptr] [ptr @g, ptr @augmented, ptr @reversed, ptr @option]

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
@option = constant [8 x i8] c"byref_0\00"
