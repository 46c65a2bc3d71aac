; RUN: diagnostics
; Twin of hook_return.err.ll.
declare { double, double } @__enzyme_autodiff(...)
define double @f(double %x, double %y) {
entry:
  %z = fmul double %x, %y
  ret double %z
}
define { double, double } @caller(double %x) {
entry:
  %r = call { double, double } (...) @__enzyme_autodiff(ptr @f, double %x, double %x)
  ret { double, double } %r
}
