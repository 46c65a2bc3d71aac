; RUN: diagnostics f(dup, dup, const)
; An atomic maximum of integers beside numbers.
; CHECK-NOT: error
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @f(ptr %x, ptr %y, ptr %last) {
entry:
  %v = load float, ptr %x
  %s = fmul float %v, %v
  store float %s, ptr %y
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  atomicrmw max ptr %last, i32 %i seq_cst
  ret void
}
