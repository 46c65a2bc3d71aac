; RUN: diagnostics f(dup)
; Of semaphores the library knows nothing.
; CHECK: `sem_wait`, which is not known, may let workers of a parallel region wait for each other [EZ0109]
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @sem_wait(ptr)
declare i32 @sem_post(ptr)
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
  %locked = call i32 @sem_wait(ptr @lock)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  %let = call i32 @sem_post(ptr @lock)
  ret ptr null
}
