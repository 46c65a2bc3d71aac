; RUN: diagnostics
; As unsupported_hook.ll, with a hook of the family that is not offered.
; CHECK: [EZ0405]
; CHECK: help: round the operations
declare double @__enzyme_truncate_mem_func(...)
define double @f(double %x) {
entry:
  ret double %x
}
define double @caller(double %x) {
entry:
  %r = call double (...) @__enzyme_truncate_mem_func(ptr @f, double %x)
  ret double %r
}
