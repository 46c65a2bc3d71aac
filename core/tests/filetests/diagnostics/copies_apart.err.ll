; RUN: diagnostics
; As copies_apart.ll, in two halves: the shadows of copies do not last that long.
; CHECK: each thread has a copy of `own`, which holds active data, and the two halves of this derivative are called apart
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
define ptr @hook(ptr %x, ptr %dx) {
  %d = load i32, ptr @enzyme_dup
  %tape = call ptr (ptr, ...) @__enzyme_augmentfwd(ptr @f, i32 %d, ptr %x, ptr %dx)
  ret ptr %tape
}
