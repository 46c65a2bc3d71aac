; RUN: diagnostics
; A shadow that is the memory itself says that it is inactive.
@enzyme_runtime_activity = external global i32
declare void @__enzyme_autodiff(ptr, ...)
define double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  ret double %w
}
define void @d(ptr %x) {
  %m = load i32, ptr @enzyme_runtime_activity
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %m, ptr %x, ptr %x)
  ret void
}
