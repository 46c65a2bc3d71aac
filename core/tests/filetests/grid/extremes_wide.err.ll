; RUN: diagnostics f(dup, dup)
; In memory that blocks share, no barrier is that all threads come to.
; CHECK: [EZ0107]
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
  %s = fmul double %v, %v
  %there = load double, ptr %y
  %more = fcmp ogt double %s, %there
  br i1 %more, label %raise, label %meet
raise:
  %old = atomicrmw fmax ptr %y, double %s seq_cst
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
