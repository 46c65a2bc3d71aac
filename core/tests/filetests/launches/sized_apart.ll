; RUN: reverse f(dup) --device-shadows
; Shared memory whose size the launch says, and an option that has its shadow lie in memory of the device: launches ask for as much as the kernel, and the reverse sets as much to zero.
; Twin: sized.ll.
; CHECK: define ptx_kernel void @k__enzyme_rs_facts(ptr %0)
; CHECK: %4 = getelementptr inbounds i64, ptr %0, i64 3
; CHECK: store i64 3, ptr %4
; CHECK: %7 = getelementptr inbounds i64, ptr %0, i64 6
; CHECK: store i64 0, ptr %7
; CHECK: define ptx_kernel void @k__enzyme_rs_reverse(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6, i64 %7, ptr %8, i64 %9)
; CHECK: call void @enzyme_rs_grid_enter_shadows(ptr %8, i64 %9)
; CHECK: call void @enzyme_rs_grid_enter_shared(i64 %7)
; CHECK: %distance = call i64 @enzyme_rs_grid_distance()
; CHECK: %shadow = call ptr @enzyme_rs_grid_shadow(i64 0, i64 0)
; CHECK: call void @enzyme_rs_grid_clear(ptr %shadow, i64 %distance)
; CHECK: define internal void @k.rev(
; CHECK: %shadow = call ptr @enzyme_rs_grid_shadow(i64 0, i64 0)
; CHECK-NOT: tile.shadow
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@tile = external addrspace(3) global [0 x double]
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
