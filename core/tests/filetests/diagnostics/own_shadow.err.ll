; RUN: diagnostics
; As own_shadow.ll without the marker.
; CHECK: argument 3 of the hook call cannot be the shadow of parameter 1 `x` of `f` (pointer): it is the argument's own memory [EZ0407]
; CHECK: help: add `enzyme_runtime_activity`
@enzyme_runtime_activity = external global i32
declare void @__enzyme_autodiff(ptr, ...)
define double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  ret double %w
}
define void @d(ptr %x) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x)
  ret void
}
