; RUN: diagnostics f(dup)
; What is called needs no derivative, and orders workers all the same.
; CHECK: `take`, or what it calls, may let workers of a parallel region wait for each other
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @pthread_mutex_lock(ptr)
@lock = global i64 0
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @take() noinline {
entry:
  %got = call i32 @pthread_mutex_lock(ptr @lock)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %a = load double, ptr %x
  call void @take()
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
