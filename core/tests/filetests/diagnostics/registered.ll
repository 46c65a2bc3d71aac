; RUN: reverse f(out)
; A function of the program's own, with a name of its own. Twin: registered.err.ll.
; CHECK: @f.grad
@gradient_of_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
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
