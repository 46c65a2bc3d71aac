; RUN: diagnostics f(dup)
; As registration_misspelt.ll, but for a letter: the body of g would be differentiated in place of the rule.
; CHECK: `__enzyme_register_gradent_g` is no registration that is known [EZ0501]
; CHECK: there are `__enzyme_register_gradient`
@__enzyme_register_gradent_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
define double @g(double %x) noinline {
  %y = fmul double %x, %x
  ret double %y
}
define double @augmented(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define double @reversed(double %x, double %seed) {
  ret double %seed
}
define double @f(ptr %p) {
  %x = load double, ptr %p
  %y = call double @g(double %x)
  ret double %y
}
