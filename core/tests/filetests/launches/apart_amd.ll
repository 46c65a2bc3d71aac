; RUN: reverse f(dup)
; As apart.ll on AMD's devices, where pointers to shared memory are of their own sort in the code. Only the larger of two shadows lies in memory of the device: the other one fits then.
; CHECK: define amdgpu_kernel void @k__enzyme_rs_reverse(
; CHECK: call void @enzyme_rs_grid_enter_shadows(ptr %7, i64 %8)
; CHECK: %9 = addrspacecast ptr addrspace(3) @fits.shadow to ptr
; CHECK: call void @enzyme_rs_grid_clear(ptr %9, i64 512)
; CHECK: call void @enzyme_rs_grid_clear(ptr %shadow, i64 40000)
; CHECK: define internal void @k.rev(
; CHECK: %shadow = call ptr @enzyme_rs_grid_shadow(i64 0, i64 40000)
; CHECK: addrspacecast ptr addrspace(3) @fits.shadow to ptr
; CHECK-NOT: tile.shadow
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@tile = internal addrspace(3) global [5000 x double] undef, align 8
@fits = internal addrspace(3) global [64 x double] undef, align 8
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %x.at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %x.at
  %mine = getelementptr double, ptr addrspace(3) @tile, i32 %t
  store double %v, ptr addrspace(3) %mine
  %small = getelementptr double, ptr addrspace(3) @fits, i32 %t
  store double %v, ptr addrspace(3) %small
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %j = sub i32 63, %t
  %other = getelementptr double, ptr addrspace(3) @tile, i32 %j
  %w = load double, ptr addrspace(3) %other
  %beside = getelementptr double, ptr addrspace(3) @fits, i32 %j
  %u = load double, ptr addrspace(3) %beside
  %s = fmul double %w, %u
  %y.at = getelementptr double, ptr %y, i32 %t
  store double %s, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
