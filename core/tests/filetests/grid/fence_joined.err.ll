; RUN: diagnostics f(dup, dup, const)
; On one way the fence is by itself.
; CHECK: [EZ
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare void @llvm.amdgcn.s.barrier() convergent
define void @f(ptr %x, ptr %y, i1 %c) {
entry:
  %v = load double, ptr %x
  br i1 %c, label %one, label %other
one:
  %s = fmul double %v, %v
  call void @llvm.amdgcn.s.barrier()
  br label %join
other:
  %t = fmul double %v, 3.0
  br label %join
join:
  %r = phi double [ %s, %one ], [ %t, %other ]
  %u = fadd double %r, 1.0
  fence syncscope("workgroup") acquire
  store double %u, ptr %y
  ret void
}
