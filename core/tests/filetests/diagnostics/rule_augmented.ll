; RUN: reverse f(out)
; A tape that is an integer. Twin: rule_augmented.err.ll.
; CHECK: call double @reversed
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]

define double @g(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define {i32, double} @augmented(double %x) {
  ret {i32, double} zeroinitializer
}
define double @reversed(double %x, double %seed, i32 %tape) {
  ret double %seed
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
