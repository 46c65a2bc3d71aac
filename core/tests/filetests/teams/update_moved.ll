; RUN: reverse f(dup, dup)
; Bits that are exchanged, and only moved from and to memory, are exchanged in a section: whose they are, the memory says.
; CHECK: @f.team.aug(
; CHECK: call void @enzyme_rs_omp_update_augmented(ptr %
; CHECK: call void @enzyme_rs_omp_end_update_augmented(ptr %
; CHECK: @f.team.rev(
; CHECK: call void @enzyme_rs_omp_end_update_reverse(
; CHECK-NOT: atomicrmw xchg
; CHECK: call void @enzyme_rs_omp_update_reverse(
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  %last = load double, ptr %x
  %twice = fmul double %last, 2.0
  store double %twice, ptr %x
  %one = load double, ptr %y
  %square = fmul double %one, %one
  store double %square, ptr %y
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %worker = load i32, ptr %me
  %to = getelementptr double, ptr %y, i32 %worker
  %new = load i64, ptr %to
  %old = atomicrmw xchg ptr %x, i64 %new monotonic
  store i64 %old, ptr %to
  ret void
}
