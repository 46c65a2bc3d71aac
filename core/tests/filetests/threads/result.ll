; RUN: reverse f(dup)
; What a thread returns is found by its handle, in a list of the function that has started it.
; CHECK: define internal void @f.grad(ptr %x, ptr %x.shadow)
; CHECK: call ptr @enzyme_rs_threads_augmented(ptr @f.thread.aug.work, ptr @f.thread.rev.work, ptr
; CHECK: call void @enzyme_rs_threads_join_augmented(
; CHECK: call void @enzyme_rs_threads_lost()
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %result = alloca ptr
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr %result)
  %a = load ptr, ptr %result
  %b = load double, ptr %a
  %c = fmul double %b, %b
  store double %c, ptr %a
  ret void
}
define internal ptr @work(ptr %x) {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret ptr %x
}
