; RUN: diagnostics f(dup)
; The result of a thread is a pointer that nobody follows.
; CHECK: the result of a thread has no derivative (`pthread_join`) [EZ0101]
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
  store double 1.0, ptr %a
  ret void
}
define internal ptr @work(ptr %x) {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret ptr %x
}
