; RUN: diagnostics
; As hook_return.ll with one result declared for two adjoints.
; CHECK: [EZ0404]
; CHECK: note: result: adjoint of parameter 1 `x`
; CHECK: note: result: adjoint of parameter 2 `y`
declare double @__enzyme_autodiff(...)
define double @f(double %x, double %y) {
entry:
  %z = fmul double %x, %y
  ret double %z
}
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_autodiff(ptr @f, double %x, double %x)
  ret double %r
}
