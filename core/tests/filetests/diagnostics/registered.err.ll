; RUN: diagnostics f(out)
; As registered.ll, with a rule that the program registers for it.
; CHECK: the global `__enzyme_register_gradient_g` registers a reverse rule of the program's own [EZ0405]
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
