; RUN: reverse f(dup)
; A kernel of a template, whose pointers are given for memory that all threads use: what is differentiated is internal, whatever may be seen of the kernel.
; CHECK: define weak_odr protected amdgpu_kernel void @k__enzyme_rs_reverse(
; CHECK: define internal { ptr } @k.body.aug(ptr
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@text = private unnamed_addr addrspace(4) constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [1 x { ptr, ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4) }] [{ ptr, ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4) } { ptr @k, ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(4) null }], section "llvm.metadata"
$k = comdat any
define weak_odr protected amdgpu_kernel void @k(ptr addrspace(1) %x) comdat {
entry:
  %v = load double, ptr addrspace(1) %x
  %w = fmul double %v, %v
  store double %w, ptr addrspace(1) %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
