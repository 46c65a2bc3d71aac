; RUN: forward f(dup)
; A variable of a kernel whose arguments are made generic first: the address of the variable is made behind it.
; CHECK: define protected amdgpu_kernel void @k__enzyme_rs_tangent(
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@text = private unnamed_addr addrspace(4) constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [1 x { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4) }] [{ ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4) } { ptr addrspace(1) addrspacecast (ptr @k to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(4) null }], section "llvm.metadata"
define protected amdgpu_kernel void @k(ptr addrspace(1) %x, i32 %n) {
entry:
  %a = alloca [4 x double], align 8, addrspace(5)
  %v = load double, ptr addrspace(1) %x
  %at = getelementptr double, ptr addrspace(5) %a, i32 %n
  store double %v, ptr addrspace(5) %at
  %w = load double, ptr addrspace(5) %a
  store double %w, ptr addrspace(1) %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
