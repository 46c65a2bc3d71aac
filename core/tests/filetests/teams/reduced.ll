; RUN: plan f(dup, dup)
; That workers come one after the other where they add their parts makes nobody write %a's memory: it is read again.
; CHECK: plan of f.team.rev
; CHECK-NOT: keep %v2
; CHECK-NOT: keep %a
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @__kmpc_reduce_nowait(ptr, i32, i32, i64, ptr, ptr, ptr)
declare void @__kmpc_end_reduce_nowait(ptr, i32, ptr)
define void @f(ptr %x, ptr %out) {
entry:
  %s = alloca double
  store double 0.0, ptr %s
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %s)
  %sum = load double, ptr %s
  store double %sum, ptr %out
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %s) {
entry:
  %number = load i32, ptr %me
  %a = load double, ptr %x
  %b = fmul double %a, %a
  %how = call i32 @__kmpc_reduce_nowait(ptr null, i32 %number, i32 1, i64 8, ptr null, ptr null, ptr null)
  %before = load double, ptr %s
  %after = fadd double %before, %b
  store double %after, ptr %s
  call void @__kmpc_end_reduce_nowait(ptr null, i32 %number, ptr null)
  ret void
}
