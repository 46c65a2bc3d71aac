; RUN: plan f(dup)
; As threads.ll: where an atomic addition is a loop, it is worth the question by itself. The size of a block stands behind the kernel's arguments, which no thread writes.
; CHECK: plan of k.body.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one row, and rows do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one row, and rows do not overlap: each thread reads elements of its own
; Another number behind the arguments is none.
; CHECK: plan of l.body.rev(
; CHECK: add atomically to the shadow of %a.at
; Nor is what two of them make together.
; CHECK: plan of m.body.rev(
; CHECK: add atomically to the shadow of %a.at
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@text = private unnamed_addr addrspace(4) constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [3 x { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) }] [{ ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @k to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @l to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @m to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }], section "llvm.metadata"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
define amdgpu_kernel void @k(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
entry:
  %x = addrspacecast ptr addrspace(1) %x.global to ptr
  %y = addrspacecast ptr addrspace(1) %y.global to ptr
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %said = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %threads.at = getelementptr i8, ptr addrspace(4) %said, i64 12
  %threads.short = load i16, ptr addrspace(4) %threads.at
  %threads = zext i16 %threads.short to i32
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %is = icmp slt i32 %i, %n
  br i1 %is, label %work, label %done
work:
  %wide = sext i32 %i to i64
  %second = add nsw i32 %n, %i
  %second.wide = sext i32 %second to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %second.wide
  %b = load double, ptr %b.at
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define amdgpu_kernel void @l(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global) {
entry:
  %x = addrspacecast ptr addrspace(1) %x.global to ptr
  %y = addrspacecast ptr addrspace(1) %y.global to ptr
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %said = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %threads.at = getelementptr i8, ptr addrspace(4) %said, i64 14
  %threads.short = load i16, ptr addrspace(4) %threads.at
  %threads = zext i16 %threads.short to i32
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %w = fmul double %a, %a
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define amdgpu_kernel void @m(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global) {
entry:
  %x = addrspacecast ptr addrspace(1) %x.global to ptr
  %y = addrspacecast ptr addrspace(1) %y.global to ptr
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %said = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %threads.at = getelementptr i8, ptr addrspace(4) %said, i64 12
  %threads = load i32, ptr addrspace(4) %threads.at
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %w = fmul double %a, %a
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
