; RUN: diagnostics f(dup)
; A library knows the order of its own threads only: where another one starts teams, threads are refused.
; CHECK: a thread in a file where another library starts teams as well has no derivative (`pthread_create`) [EZ0101]
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @body, ptr %x)
  ret void
}
define internal ptr @work(ptr %x) {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret ptr null
}
define internal void @body(ptr %me, ptr %bound, ptr %x) {
  ret void
}
