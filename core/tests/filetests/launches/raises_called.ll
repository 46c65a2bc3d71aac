; RUN: diagnostics f(dup)
; What it does to other memory is no trouble.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @add(ptr %to, double %v) noinline {
  %old = atomicrmw fadd ptr %to, double %v monotonic
  ret void
}
define ptx_kernel void @k(ptr noalias %x, ptr noalias %most, ptr noalias %sum) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %w = fmul double %v, %v
  call void @add(ptr %sum, double %v)
  %old = atomicrmw fmax ptr %most, double %w monotonic
  ret void
}
define void @f(ptr %x) {
  ret void
}
