; RUN: diagnostics f(dup)
; They leave no room for what derivatives are told there.
; CHECK: error: the kernel's variables leave no room in the memory that a block shares for what its derivative has there: together that is 49160 bytes, of 49152 that there may be
; CHECK: help: make an array smaller, by 8 bytes
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@tile = internal addrspace(3) global [6144 x double] undef, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr %x, ptr %y, ptr noalias %by, double %c) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %x.at
  %mine = getelementptr double, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 %t
  store double %v, ptr %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = sub i32 63, %t
  %other = getelementptr double, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 %j
  %w = load double, ptr %other
  %y.at = getelementptr double, ptr %y, i32 %t
  %by.v = load double, ptr %by
  %w.by = fmul double %w, %by.v
  %w.c = fmul double %w.by, %c
  store double %w.c, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
