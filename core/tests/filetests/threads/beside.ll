; RUN: reverse f(dup)
; What is written before a thread is started, the thread may read while it is read here: neither adds plainly.
; CHECK: define internal void @f.grad(ptr %x, ptr %x.shadow)
; CHECK: call void @enzyme_rs_threads_join_reverse(
; CHECK: atomicrmw fadd ptr
; CHECK: call void @enzyme_rs_threads_reverse(ptr
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @f(ptr %x) {
entry:
  %handle = alloca i64
  %first = load double, ptr %x
  %beside = getelementptr double, ptr %x, i64 2
  store double %first, ptr %beside
  %started = call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %x)
  %a = load double, ptr %beside
  %b = fmul double %a, %a
  %to = getelementptr double, ptr %x, i64 3
  store double %b, ptr %to
  %thread = load i64, ptr %handle
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret void
}
define internal ptr @work(ptr %x) {
  %from = getelementptr double, ptr %x, i64 2
  %a = load double, ptr %from
  %b = fmul double %a, %a
  %to = getelementptr double, ptr %x, i64 1
  store double %b, ptr %to
  ret ptr null
}
