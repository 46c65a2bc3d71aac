; RUN: diagnostics
; As not_a_function.ll, with a pointer that is known at run time only.
; CHECK: [EZ0401]
; CHECK: in function `caller`
declare double @__enzyme_autodiff(...)
define double @f(double %x) {
entry:
  ret double %x
}
define double @caller(double %x, ptr %p) {
entry:
  %r = call double (...) @__enzyme_autodiff(ptr %p, double %x)
  ret double %r
}
