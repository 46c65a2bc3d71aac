; RUN: diagnostics
; Twin of rounding_rule.err.ll.
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
