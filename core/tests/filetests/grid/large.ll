; RUN: diagnostics f(dup, dup)
; As large.err.ll, of an array that fits together with its shadow.
; CHECK-NOT: error
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = internal addrspace(3) global [3072 x double] undef
define void @f(ptr %x, ptr %y) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.at = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %x.at
  %s = fmul double %v, %v
  %mine = getelementptr double, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 %i
  store double %s, ptr %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = sub i32 63, %i
  %other = getelementptr double, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 %j
  %w = load double, ptr %other
  %y.at = getelementptr double, ptr %y, i32 %i
  store double %w, ptr %y.at
  ret void
}
