; RUN: diagnostics
; Bounds of rounding errors of a function of which no bound is known.
; CHECK: no bound is known of the rounding errors of `tgamma` [EZ0103]
; CHECK: help: compare with a copy of lower precision
declare double @__enzyme_error_estimate(...)
declare double @tgamma(double)
declare double @erf(double)
define double @f(double %x) {
entry:
  %y = call double @tgamma(double %x)
  ret double %y
}
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_error_estimate(ptr @f, double %x, double 0.0)
  ret double %r
}
