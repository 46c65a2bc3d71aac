; RUN: reverse f(dup)
; What an integer variable holds is a number if those say so who access it.
; CHECK: define internal { ptr } @f.team.aug(ptr %0, i32 %1, double %2
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x) {
entry:
  %held = alloca i64
  %bits = load i64, ptr %x
  store i64 %bits, ptr %held
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %held, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %held, ptr %x) {
entry:
  %v = load double, ptr %held
  %w = fmul double %v, %v
  %number = load i32, ptr %me
  %to = getelementptr double, ptr %x, i32 %number
  store double %w, ptr %to
  ret void
}
