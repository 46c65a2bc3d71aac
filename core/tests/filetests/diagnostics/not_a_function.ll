; RUN: diagnostics
; Twin of not_a_function.err.ll.
declare double @__enzyme_autodiff(...)
define double @f(double %x) {
entry:
  ret double %x
}
define double @caller(double %x, ptr %p) {
entry:
  %r = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %r
}
