; RUN: diagnostics f(dup, dup)
; CHECK: OpenMP's `copyprivate` of an object with an assignment of its own
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare double @assigned(double)
declare i32 @__kmpc_single(ptr, i32)
declare void @__kmpc_copyprivate(ptr, i32, i64, ptr, ptr, i32)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %own = alloca double
  %list = alloca [1 x ptr]
  %id = load i32, ptr %me
  %one = call i32 @__kmpc_single(ptr null, i32 %id)
  %is = icmp ne i32 %one, 0
  br i1 %is, label %single, label %all
single:
  %a = load double, ptr %x
  store double %a, ptr %own
  br label %all
all:
  store ptr %own, ptr %list
  call void @__kmpc_copyprivate(ptr null, i32 %id, i64 8, ptr %list, ptr @copy, i32 %one)
  %v = load double, ptr %own
  %w = fmul double %v, %v
  %i = sext i32 %id to i64
  %to = getelementptr double, ptr %y, i64 %i
  store double %w, ptr %to
  ret void
}
define internal void @copy(ptr %to, ptr %from) {
entry:
  %t = load ptr, ptr %to
  %s = load ptr, ptr %from
  %v = load double, ptr %s
  %u = call double @assigned(double %v)
  store double %u, ptr %t
  ret void
}
