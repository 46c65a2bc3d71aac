; RUN: reverse
; Nobody looks at %y after the call, and it is accessed through nothing else: workers do not store there. Twin: unneeded_read.ll.
; CHECK: @f.team.aug(
; CHECK-NOT: store double
; CHECK: ret
; CHECK: @f.team.rev(
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @omp_get_thread_num()
declare void @__enzyme_autodiff(...)
define void @d(ptr %x, ptr %dx, ptr %y, ptr %dy) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx, metadata !"enzyme_dupnoneed", ptr %y, ptr %dy)
  ret void
}
define void @f(ptr %x, ptr noalias %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %id = call i32 @omp_get_thread_num()
  %i = sext i32 %id to i64
  %from = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %from
  %w = fmul double %v, %v
  %to = getelementptr double, ptr %y, i64 %i
  store double %w, ptr %to
  ret void
}
