; RUN: reverse f(dup)
; Where a thread was joined its reversal begins, and where it was started that is waited for. What runs beside it adds atomically.
; CHECK: define internal void @f.grad(ptr %x, ptr %x.shadow)
; CHECK: call void @enzyme_rs_threads_next_augmented(ptr %handle, ptr null
; CHECK: call ptr @enzyme_rs_threads_augmented(ptr @f.thread.aug.work, ptr @f.thread.rev.work, ptr
; CHECK: call void @enzyme_rs_threads_join_augmented(
; CHECK: call void @enzyme_rs_threads_join_reverse(
; CHECK: atomicrmw fadd
; CHECK: call void @enzyme_rs_threads_reverse(ptr
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %beside = getelementptr double, ptr %x, i64 2
  %a = load double, ptr %beside
  %b = fmul double %a, %a
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %to = getelementptr double, ptr %x, i64 3
  store double %b, ptr %to
  ret void
}
define internal ptr @work(ptr %x) {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  %to = getelementptr double, ptr %x, i64 1
  store double %b, ptr %to
  ret ptr null
}
