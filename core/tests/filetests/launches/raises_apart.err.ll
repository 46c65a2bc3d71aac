; RUN: diagnostics f(dup)
; Both of one number, which neither rises nor falls.
; CHECK: another atomic operation of the kernel may change the same memory in another way [EZ0107]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %x, ptr %both) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %old = atomicrmw fmax ptr %both, double %v monotonic
  %other = getelementptr double, ptr %both, i32 0
  %older = atomicrmw fmin ptr %other, double %v monotonic
  ret void
}
define void @f(ptr %x) {
  ret void
}
