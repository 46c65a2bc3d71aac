; RUN: diagnostics f(dup)
; A function that may access the memory of the maximum, but by plain accesses alone, is ordered with it.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @add(ptr %to, double %v) noinline {
  %old = load double, ptr %to
  %new = fadd double %old, %v
  store double %new, ptr %to
  ret void
}
define ptx_kernel void @k(ptr noalias %x, ptr noalias %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %w = fmul double %v, %v
  %own = getelementptr double, ptr %y, i32 %t
  call void @add(ptr %own, double %v)
  %most = getelementptr i8, ptr %y, i64 1024
  %old = atomicrmw fmax ptr %most, double %w monotonic
  ret void
}
define void @f(ptr %x) {
  ret void
}
