; RUN: reverse f(dup)
; What is called is known to let nobody wait.
; CHECK: @f.team.rev(
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @omp_get_thread_num()
@lock = global i64 0
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal i32 @take() noinline {
entry:
  %got = call i32 @omp_get_thread_num()
  ret i32 %got
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %a = load double, ptr %x
  %got = call i32 @take()
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
