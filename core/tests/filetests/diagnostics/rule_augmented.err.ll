; RUN: diagnostics f(out)
; As rule_augmented.ll, whose augmented primal returns no number.
; CHECK: is registered in a rule for `g`, and returns 32-bit integer [EZ0501]
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]

define double @g(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define i32 @augmented(double %x) {
  ret i32 0
}
define double @reversed(double %x, double %seed) {
  ret double %seed
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
