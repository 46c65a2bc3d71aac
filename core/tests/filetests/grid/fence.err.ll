; RUN: diagnostics f(dup, dup)
; A fence by itself may order blocks, and nobody knows how.
; CHECK: a fence of memory (`__threadfence`) may let threads of a grid wait for each other [EZ0109]
; CHECK: help: where the block that comes last joins the parts of all
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare void @llvm.amdgcn.s.barrier()
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %s = fmul double %v, %v
  store double %s, ptr %y
  fence syncscope("workgroup") release
  ret void
}
