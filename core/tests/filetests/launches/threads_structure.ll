; RUN: plan f(dup)
; What an address is that is one of several, as the iteration says: it may be that of the structure in which each thread reads an element of its own.
; CHECK: plan of k.body.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %q.at: other threads may add there, too
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
%S = type { [64 x double], [64 x double] }
@text = private unnamed_addr addrspace(4) constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [1 x { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) }] [{ ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @k to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }], section "llvm.metadata"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
define amdgpu_kernel void @k(ptr addrspace(4) noundef byref(%S) align 8 %s, ptr addrspace(1) %y.global, ptr addrspace(1) %p.global, i32 %j, i32 %m) {
entry:
  %y = addrspacecast ptr addrspace(1) %y.global to ptr
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %said = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %threads.at = getelementptr i8, ptr addrspace(4) %said, i64 12
  %threads.short = load i16, ptr addrspace(4) %threads.at
  %threads = zext i16 %threads.short to i32
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %a.at = getelementptr [64 x double], ptr addrspace(4) %s, i64 0, i64 %wide
  %a = load double, ptr addrspace(4) %a.at
  %p = addrspacecast ptr addrspace(1) %p.global to ptr
  %s.gen = addrspacecast ptr addrspace(4) %s to ptr
  br label %loop
loop:
  %q = phi ptr [ %s.gen, %entry ], [ %r, %loop ]
  %r = phi ptr [ %p, %entry ], [ %q, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %loop ]
  %kw = sext i32 %k to i64
  %q.at = getelementptr double, ptr %q, i64 %kw
  %b = load double, ptr %q.at
  %b2 = fmul double %b, %b
  %sum.next = fadd double %sum, %b2
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %m
  br i1 %more, label %loop, label %out
out:
  %w = fmul double %a, %sum.next
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
