; RUN: reverse f(dup) --optimize
; An array that fits into shared memory, but not together with its shadow: the launch brings memory of the device for that. The facts say how many bytes for each block, and that the
; forward sweep uses none. Twins: apart_amd.ll, apart.err.ll.
; CHECK: define ptx_kernel void @k__enzyme_rs_facts(ptr %0)
; CHECK: %6 = getelementptr inbounds i64, ptr %0, i64 5
; CHECK: store i64 1, ptr %6
; CHECK: %7 = getelementptr inbounds i64, ptr %0, i64 6
; CHECK: store i64 32000, ptr %7
; CHECK: define ptx_kernel void @k__enzyme_rs_tangent(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5)
; CHECK: call void @enzyme_rs_grid_enter_shadows(ptr %4, i64 %5)
; CHECK: %shadow = call ptr @enzyme_rs_grid_shadow(i64 0, i64 32000)
; CHECK: call void @enzyme_rs_grid_clear(ptr %shadow, i64 32000)
; CHECK: define ptx_kernel void @k__enzyme_rs_augmented(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6, ptr %7, i64 %8)
; CHECK: call void @enzyme_rs_grid_enter_shadows(ptr %7, i64 %8)
; CHECK-NOT: call void @enzyme_rs_grid_clear(
; CHECK: define ptx_kernel void @k__enzyme_rs_reverse(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6, ptr %7, i64 %8)
; CHECK: call void @enzyme_rs_grid_enter_shadows(ptr %7, i64 %8)
; CHECK: %shadow = call ptr @enzyme_rs_grid_shadow(i64 0, i64 32000)
; CHECK: call void @enzyme_rs_grid_clear(ptr %shadow, i64 32000)
; CHECK: define internal void @k.fwd(
; CHECK: %shadow = call ptr @enzyme_rs_grid_shadow(i64 0, i64 32000)
; CHECK: define internal void @k.rev(
; CHECK: %shadow = call ptr @enzyme_rs_grid_shadow(i64 0, i64 32000)
; CHECK-NOT: tile.shadow
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@tile = internal addrspace(3) global [4000 x double] undef, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr %x, ptr %y) {
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
  store double %w, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
