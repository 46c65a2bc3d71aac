; RUN: diagnostics
; Bounds of rounding errors of a function with a derivative of the program's own.
; CHECK: the rule of `f` says nothing of its rounding errors [EZ0501]
@__enzyme_register_derivative_f = global [2 x ptr] [ptr @f, ptr @df]
declare double @__enzyme_error_estimate(...)
define double @f(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
define double @df(double %x, double %t) {
entry:
  %d = fmul double %x, %t
  ret double %d
}
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_error_estimate(ptr @f, double %x, double 0.0)
  ret double %r
}
