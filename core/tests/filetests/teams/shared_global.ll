; RUN: reverse f(dup, dup)
; CHECK: @f.team.rev(
@own = internal global double 0.0
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %a = load double, ptr %x
  store double %a, ptr @own
  call void @__kmpc_barrier(ptr null, i32 0)
  %b = load double, ptr @own
  store double %b, ptr %y
  ret void
}
declare void @__kmpc_barrier(ptr, i32)
