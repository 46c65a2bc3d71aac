; RUN: diagnostics f(dup)
; As apart.ll, but a function takes the array as a pointer to shared memory, which its shadow must be, too.
; CHECK: error: `tile` and its shadow do not fit into the memory that a block shares: with them the kernel has 640
; CHECK: help: use pointers to the array as plain pointers
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@tile = internal addrspace(3) global [4000 x double] undef, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define double @at(ptr addrspace(3) %tile, i32 %j) {
entry:
  %place = getelementptr double, ptr addrspace(3) %tile, i32 %j
  %w = load double, ptr addrspace(3) %place
  ret double %w
}
define ptx_kernel void @k(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %x.at
  %mine = getelementptr double, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 %t
  store double %v, ptr %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = sub i32 63, %t
  %w = call double @at(ptr addrspace(3) @tile, i32 %j)
  %y.at = getelementptr double, ptr %y, i32 %t
  store double %w, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
