; RUN: diagnostics f(dup, dup)
; Each half comes from a lane of its own: what is there is no number.
; CHECK: [EZ0
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i32 @llvm.amdgcn.workitem.id.x()
define void @f(ptr %x, ptr %y) {
entry:
  %own = alloca [2 x i32], align 8, addrspace(5)
  %halves = addrspacecast ptr addrspace(5) %own to ptr
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %neighbour = xor i32 %thread, 1
  %lane = shl i32 %neighbour, 2
  %v = load double, ptr %x
  %s = fmul double %v, %v
  store double %s, ptr %halves
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %halves, i32 %i
  %at.lane = shl i32 %i, 2
  %half = load i32, ptr %at
  %other = add i32 %lane, %at.lane
  %there = call i32 @llvm.amdgcn.ds.bpermute(i32 %other, i32 %half)
  store i32 %there, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 2
  br i1 %more, label %loop, label %end
end:
  %t = load double, ptr %halves
  %r = fmul double %t, %t
  store double %r, ptr %y
  ret void
}
