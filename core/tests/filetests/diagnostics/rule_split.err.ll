; RUN: diagnostics f(out)
; As rule_split.ll, of a kind that is not supported.
; CHECK: the global `__enzyme_register_splitderivative_g` registers a split forward rule of the program's own [EZ0405]
@__enzyme_register_splitderivative_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]

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
