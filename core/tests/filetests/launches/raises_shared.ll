; RUN: reverse f(dup)
; Only the run knows the place.
; CHECK: call void @enzyme_rs_grid_raise(ptr
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@tile = internal addrspace(3) global [32 x double] undef
define ptx_kernel void @k(ptr %x, ptr %y, ptr %places, ptr %most) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %place.at = getelementptr i32, ptr %places, i32 %t
  %place = load i32, ptr %place.at
  %tile = addrspacecast ptr addrspace(3) @tile to ptr
  %to = getelementptr double, ptr %most, i32 %place
  %old = atomicrmw fmax ptr %to, double %v monotonic
  %s = load double, ptr %tile
  %y.at = getelementptr double, ptr %y, i32 %t
  store double %s, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
