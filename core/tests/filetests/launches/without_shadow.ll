; RUN: reverse f(dup)
; A pointer may lead to memory without a derivative. Devices have no atomic additions to a variable of a thread's own that could be written instead, and so a
; branch leaves them out.
; CHECK: define internal void @k.rev(
; CHECK: icmp eq ptr %x, %x.shadow
; CHECK-NOT: ptr %nowhere
; CHECK: br i1 %
; CHECK: otherwise.i:
; CHECK: atomicrmw fadd ptr
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %x.at
  %y.at = getelementptr double, ptr %y, i32 %t
  store double %v, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
