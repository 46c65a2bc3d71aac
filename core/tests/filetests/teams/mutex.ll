; RUN: reverse f(dup)
; A mutex around a region keeps out threads that have nothing to do with it. Twin: mutex.err.ll.
; CHECK: call i32 @pthread_mutex_lock(
; CHECK: call i32 @pthread_mutex_unlock(
@lock = internal global [40 x i8] zeroinitializer
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
define void @f(ptr %x) {
entry:
  %locked = call i32 @pthread_mutex_lock(ptr @lock)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  %let = call i32 @pthread_mutex_unlock(ptr @lock)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %old = load double, ptr %x
  %new = fmul double %old, 2.0
  store double %new, ptr %x
  ret void
}
