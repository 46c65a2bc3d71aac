; RUN: reverse f(dup)
; What is read before a thread ends, the thread may have changed by then: it is kept.
; CHECK: define internal void @f.grad(ptr %x, ptr %x.shadow, double
; CHECK: %a = load double, ptr %x
; CHECK: store double %a, ptr %kept
; CHECK: call i32 @enzyme_rs_threads_barrier_augmented(ptr @barrier
; CHECK: call void @enzyme_rs_threads_barrier_reverse(
; CHECK: call void @enzyme_rs_threads_reverse(ptr
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_barrier_wait(ptr)
@barrier = global [32 x i8] zeroinitializer
define double @f(ptr %x) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  %met = call i32 @pthread_barrier_wait(ptr @barrier)
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret double %b
}
define internal ptr @work(ptr %x) {
  %met = call i32 @pthread_barrier_wait(ptr @barrier)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret ptr null
}
