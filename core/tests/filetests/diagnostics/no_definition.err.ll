; RUN: diagnostics
; As no_definition.ll, with a declaration.
; CHECK: [EZ0403]
; CHECK: in function `caller`
declare double @__enzyme_autodiff(...)
declare double @f(double)
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %r
}
