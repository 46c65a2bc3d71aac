; RUN: reverse f(dup)
; Threads pass through what a mutex guards in the opposite order.
; CHECK: call void @enzyme_rs_threads_end_mutex_reverse(
; CHECK: call void @enzyme_rs_threads_mutex_reverse(
; CHECK: call i32 @enzyme_rs_threads_mutex_augmented(ptr @lock
; CHECK: call i32 @enzyme_rs_threads_end_mutex_augmented(ptr @lock
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
@lock = global [40 x i8] zeroinitializer
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret void
}
define internal ptr @work(ptr %x) {
  %locked = call i32 @pthread_mutex_lock(ptr @lock)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  %let = call i32 @pthread_mutex_unlock(ptr @lock)
  ret ptr null
}
