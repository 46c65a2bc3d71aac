; RUN: diagnostics f(dup)
; A rule of the program's own, registered as it should be.
; CHECK-NOT: EZ
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
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
