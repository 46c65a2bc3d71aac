; RUN: diagnostics
; As unsupported_hook.ll, with a hook of the family that is not offered.
; CHECK: [EZ0405]
; CHECK: help: compare the function with its copy in a smaller format
declare double @__enzyme_error_estimate(...)
define double @f(double %x) {
entry:
  ret double %x
}
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_error_estimate(ptr @f, double %x)
  ret double %r
}
