; RUN: diagnostics f(dup, dup)
; Some threads raise the number, others lower it: several may find their own there.
; CHECK: [EZ0107]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@most = internal addrspace(3) global [2 x double] undef
define void @f(ptr %x, ptr %y) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.at = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %x.at
  %most = addrspacecast ptr addrspace(3) @most to ptr
  %least = getelementptr i8, ptr %most, i64 0
  %lowers = icmp ugt i32 %i, 7
  br i1 %lowers, label %lower, label %raise
raise:
  %old = atomicrmw fmax ptr %most, double %v monotonic
  br label %meet
lower:
  %was = atomicrmw fmin ptr %least, double %v monotonic
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load double, ptr %most
  %y.at = getelementptr double, ptr %y, i32 %i
  store double %w, ptr %y.at
  ret void
}
