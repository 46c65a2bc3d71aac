; RUN: diagnostics f(dup, const)
; What a thread runs must be known where it is started.
; CHECK: a thread whose function is not known, or may be left in a function that it calls, has no derivative (`pthread_create`) [EZ0101]
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @f(ptr %x, ptr %work) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr %work, ptr %x)
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret void
}
