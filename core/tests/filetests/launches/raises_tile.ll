; RUN: reverse f(dup)
; What the block shares is nothing that the host hands over: it may be read behind the operation.
; CHECK-COUNT: 2 call void @enzyme_rs_grid_raise(ptr
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = internal addrspace(3) global [32 x double] undef
define ptx_kernel void @k(ptr %x, ptr %most) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %tile = addrspacecast ptr addrspace(3) @tile to ptr
  %mine = getelementptr double, ptr %tile, i32 %t
  store double %v, ptr %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %old = atomicrmw fmax ptr %most, double %v monotonic
  %next = add i32 %t, 1
  %there = and i32 %next, 31
  %from = getelementptr double, ptr %tile, i32 %there
  %w = load double, ptr %from
  %ww = fmul double %w, %w
  %older = atomicrmw fmax ptr %most, double %ww monotonic
  ret void
}
define void @f(ptr %x) {
  ret void
}
