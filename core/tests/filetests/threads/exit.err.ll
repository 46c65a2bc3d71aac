; RUN: diagnostics f(dup)
; A function that the thread's function calls may end the thread.
; CHECK: a thread whose function is not known, or may be left in a function that it calls, has no derivative (`pthread_create`) [EZ0101]
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @pthread_exit(ptr) noreturn
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %thread = load i64, ptr %handle
  %left = call i32 @pthread_join(i64 %thread, ptr null)
  ret void
}
define internal ptr @work(ptr %x) {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  %ends = fcmp ogt double %b, 1.0
  call void @leave(i1 %ends)
  ret ptr null
}
define internal void @leave(i1 %ends) noinline {
  br i1 %ends, label %end, label %on
end:
  call void @pthread_exit(ptr null)
  unreachable
on:
  ret void
}
