; RUN: diagnostics f(out, const)
; What the function does not use, the compiler has taken away; the rule reads it.
; CHECK: is called without one of its arguments
@__enzyme_register_gradient_g = global [3 x ptr] [ptr @g, ptr @g_augmented, ptr @g_gradient]
define double @f(double %x, i64 %n) {
entry:
  %y = call double @g(double %x, i64 poison)
  ret double %y
}
define internal double @g(double %x, i64 %n) noinline {
entry:
  %y = fmul double %x, %x
  ret double %y
}
define internal { double, double } @g_augmented(double %x, i64 %n) {
entry:
  %y = fmul double %x, %x
  %a = insertvalue { double, double } poison, double %x, 0
  %b = insertvalue { double, double } %a, double %y, 1
  ret { double, double } %b
}
define internal double @g_gradient(double %x, i64 %n, double %seed, double %tape) {
entry:
  %m = sitofp i64 %n to double
  %d = fmul double %seed, %m
  ret double %d
}
