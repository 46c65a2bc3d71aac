; RUN: diagnostics f(dup)
; As code_object.ll, of version 4.
; CHECK: error: this function is compiled for AMD's code objects before version 5 [EZ0004]
; CHECK: note: the sizes of blocks and grids, which derivatives need, are handed to kernels in another way there
; CHECK: help: compile with -mcode-object-version=5, or without this flag
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  ret double %v
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 400}
