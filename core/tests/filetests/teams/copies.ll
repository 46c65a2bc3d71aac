; RUN: reverse f(dup, dup)
; The worker's copy and its shadow are found in the forward sweep, and kept: the reverse pass may run on another thread. Where none else reads the copy,
; its adjoint is added plainly.
; CHECK: @f.team.aug(
; CHECK: %copy = call align 8 ptr @enzyme_rs_omp_copy(ptr nonnull @own, i64 8)
; CHECK: %found.shadow = call align 8 ptr @enzyme_rs_omp_copy_shadow(ptr nonnull @own.shadow, i64 8)
; CHECK: store ptr %found.shadow, ptr
; CHECK: @f.team.rev(
; CHECK-NOT: @own
; CHECK-NOT: enzyme_rs_omp_copy
; CHECK: ret void
@own = internal thread_local global double 0.0
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %a = load double, ptr %x
  %at = call ptr @llvm.threadlocal.address.p0(ptr @own)
  store double %a, ptr %at
  call void @__kmpc_barrier(ptr null, i32 0)
  %b = load double, ptr %at
  store double %b, ptr %y
  ret void
}
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @__kmpc_barrier(ptr, i32)
