; RUN: reverse f(dup)
; A number that is handed on as an integer is handed on as a number, wherever the body keeps its address besides.
; CHECK: define internal { ptr } @f.team.aug(ptr %0, i32 %1, double %2
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  %bits = bitcast double %w to i64
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, i64 %bits, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, i64 %bits, ptr %x) {
entry:
  %own = alloca i64
  %seen = alloca ptr
  store i64 %bits, ptr %own
  store ptr %own, ptr %seen
  %at = load ptr, ptr %seen
  %v = load double, ptr %at
  %number = load i32, ptr %me
  %to = getelementptr double, ptr %x, i32 %number
  store double %v, ptr %to
  ret void
}
