; RUN: diagnostics f(dup)
; Nobody knows when a thread ends for which nobody waits.
; CHECK: a thread for which nobody waits has no derivative (`pthread_detach`) [EZ0101]
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(i64)
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %thread = load i64, ptr %handle
  %left = call i32 @pthread_detach(i64 %thread)
  ret void
}
define internal ptr @work(ptr %x) {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret ptr null
}
