; RUN: diagnostics f(dup)
; As mutex.ll, in the region: it orders workers.
; CHECK: `pthread_mutex_lock` may let workers of a parallel region wait for each other [EZ0109]
; CHECK: note: the region stands in `outlined`
@lock = internal global [40 x i8] zeroinitializer
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %locked = call i32 @pthread_mutex_lock(ptr @lock)
  %old = load double, ptr %x
  %new = fmul double %old, 2.0
  store double %new, ptr %x
  %let = call i32 @pthread_mutex_unlock(ptr @lock)
  ret void
}
