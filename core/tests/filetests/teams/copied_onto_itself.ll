; RUN: reverse f(dup, dup)
; flang's `copyin` has the first worker copy its own variable onto itself, while others read it: it is left alone.
; CHECK: define internal { ptr } @f.team.aug(
; CHECK: %16 = icmp ne ptr %own.i, %2
; CHECK: br i1 %16, label %then, label %rest
; CHECK: define internal void @f.team.rev(
@variable = global double 0.0
@cache = global ptr null
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_barrier(ptr, i32)
declare ptr @__kmpc_threadprivate_cached(ptr, i32, ptr, i64, ptr)
define void @f(ptr %t, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %t, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %t, ptr %y) {
entry:
  %number = load i32, ptr %me
  %own = call ptr @__kmpc_threadprivate_cached(ptr null, i32 %number, ptr @variable, i64 8, ptr @cache)
  %a = load double, ptr %t
  store double %a, ptr %own
  call void @__kmpc_barrier(ptr null, i32 %number)
  %b = load double, ptr %own
  %c = fmul double %b, %b
  %wide = sext i32 %number to i64
  %to = getelementptr double, ptr %y, i64 %wide
  store double %c, ptr %to
  ret void
}
