; RUN: diagnostics
; Twin of rounding_unknown.err.ll.
declare double @__enzyme_error_estimate(...)
declare double @tgamma(double)
declare double @erf(double)
define double @f(double %x) {
entry:
  %y = call double @erf(double %x)
  ret double %y
}
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_error_estimate(ptr @f, double %x, double 0.0)
  ret double %r
}
