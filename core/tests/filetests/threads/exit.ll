; RUN: reverse f(dup)
; A thread that ends itself in the middle of its function returns there, in a copy of that.
; CHECK: call ptr @enzyme_rs_threads_augmented(
; CHECK-NOT: call void @pthread_exit
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
define internal noalias noundef nonnull ptr @work(ptr %x) noreturn {
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  call void @pthread_exit(ptr null)
  unreachable
}
