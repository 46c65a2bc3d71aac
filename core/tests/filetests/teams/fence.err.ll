; RUN: diagnostics f(dup)
; Without one, workers may wait for each other by it.
; CHECK: a fence (`flush` in OpenMP) may let workers of a parallel region wait for each other
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_flush(ptr)
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %old = load double, ptr %x
  %new = fmul double %old, 2.0
  store double %new, ptr %x
  call void @__kmpc_flush(ptr null)
  ret void
}
