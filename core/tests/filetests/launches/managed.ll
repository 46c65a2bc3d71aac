; RUN: diagnostics f(dup)
; A variable of the device.
; CHECK-NOT: error
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@by = addrspace(1) externally_initialized global double 2.0
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define amdgpu_kernel void @k(ptr addrspace(1) %x) {
  %b = load double, ptr addrspace(1) @by
  %v = load double, ptr addrspace(1) %x
  %p = fmul double %v, %b
  store double %p, ptr addrspace(1) %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
