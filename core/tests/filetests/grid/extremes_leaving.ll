; RUN: reverse f(dup, dup)
; Only those raise it that come to the barrier.
; CHECK: define internal void @f.grad(
; CHECK: atomicrmw fmax ptr
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@most = internal addrspace(3) global double undef
define void @f(ptr %x, ptr %y) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.at = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %x.at
  %leaves = icmp ugt i32 %i, 7
  br i1 %leaves, label %end, label %meet
meet:
  %old = atomicrmw fmax ptr addrspacecast (ptr addrspace(3) @most to ptr), double %v monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load double, ptr addrspacecast (ptr addrspace(3) @most to ptr)
  %y.at = getelementptr double, ptr %y, i32 %i
  store double %w, ptr %y.at
  br label %end
end:
  ret void
}
