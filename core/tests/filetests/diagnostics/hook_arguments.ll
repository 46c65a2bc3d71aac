; RUN: diagnostics
; Twin of hook_arguments.err.ll.
declare void @__enzyme_autodiff(...)
define double @f(ptr %x) {
entry:
  %y = load double, ptr %x
  ret double %y
}
define void @caller(ptr %p, ptr %d) {
entry:
  call void (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_dup", ptr %p, ptr %d)
  ret void
}
