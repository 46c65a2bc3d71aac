; RUN: diagnostics
; Twin of unsupported_hook.err.ll.
declare double @__enzyme_autodiff(...)
define double @f(double %x) {
entry:
  ret double %x
}
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %r
}
