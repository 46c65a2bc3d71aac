; RUN: reverse f(dup)
; Where no other library starts teams, the order of threads is known.
; CHECK: call ptr @enzyme_rs_threads_augmented(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret void
}
define internal ptr @work(ptr %x) {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret ptr null
}
