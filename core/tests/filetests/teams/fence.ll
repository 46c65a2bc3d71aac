; RUN: reverse f(dup)
; A fence next to a section says nothing that the section does not.
; CHECK: @f.team.rev(
; CHECK-NOT: fence
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_flush(ptr)
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %old = atomicrmw fmax ptr %x, double 2.0 seq_cst, align 8
  call void @__kmpc_flush(ptr null)
  ret void
}
