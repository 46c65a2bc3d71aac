; RUN: diagnostics
; The gradient in one call. Twin: copies_apart.err.ll.
@enzyme_dup = external global i32
@own = internal thread_local global double 0.0
declare void @__enzyme_autodiff(ptr, ...)
declare ptr @__enzyme_augmentfwd(ptr, ...)
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define internal void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %a = load double, ptr %x
  store double %a, ptr @own
  call void @__kmpc_barrier(ptr null, i32 0)
  %b = load double, ptr @own
  %c = fmul double %a, %b
  store double %c, ptr @own
  ret void
}
declare void @__kmpc_barrier(ptr, i32)
define void @hook(ptr %x, ptr %dx) {
  %d = load i32, ptr @enzyme_dup
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %d, ptr %x, ptr %dx)
  ret void
}
