; RUN: reverse f(dup)
; A kernel that is said to have no derivative gets facts alone: it writes nothing, more than integers, and integers behind its parameters.
; CHECK: define ptx_kernel void @k__enzyme_rs_facts(ptr %0)
; CHECK: %11 = getelementptr inbounds i64, ptr %0, i64 10
; CHECK: store i64 0, ptr %11, align 8
; CHECK: store i64 5, ptr %16, align 8
; CHECK: store i64 3, ptr %21, align 8
; CHECK-NOT: @k__enzyme_rs_augmented
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@counted = internal addrspace(1) externally_initialized global i32 undef
@tile = internal addrspace(3) global [32 x double] undef
@text = private unnamed_addr constant [26 x i8] c"enzyme_rs_kernel_inactive\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %x, ptr %y, ptr %indices) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %own = getelementptr double, ptr addrspace(3) @tile, i32 %t
  store double %v, ptr addrspace(3) %own
  %is = fcmp ogt double %v, 0.0
  %index = select i1 %is, i32 %t, i32 0
  %to = getelementptr i32, ptr %indices, i32 %t
  store i32 %index, ptr %to
  %other = getelementptr double, ptr %y, i32 %t
  store double %v, ptr %other
  %was = atomicrmw add ptr addrspace(1) @counted, i32 1 monotonic
  ret void
}
define void @f(ptr %x) {
  ret void
}
