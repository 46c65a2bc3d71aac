; RUN: diagnostics f(dup)
; CHECK: `sem_wait`, which is not known, may let workers of a parallel region wait for each other
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @sem_wait(ptr)
@lock = global i64 0
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %a = load double, ptr %x
  %got = call i32 @sem_wait(ptr @lock)
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
