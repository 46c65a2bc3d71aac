; RUN: diagnostics
; As hook_arguments.ll without the shadow.
; CHECK: [EZ0402]
; CHECK: in function `caller`
declare void @__enzyme_autodiff(...)
define double @f(ptr %x) {
entry:
  %y = load double, ptr %x
  ret double %y
}
define void @caller(ptr %p, ptr %d) {
entry:
  call void (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_dup", ptr %p)
  ret void
}
