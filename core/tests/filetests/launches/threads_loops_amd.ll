; RUN: plan f(dup)
; As threads_loops.ll, where an atomic addition is a loop: how many blocks there are stands behind the kernel's arguments, and how many threads in the packet of the launch. OCKL
; counts a last block that is smaller, if there is one; the question is then answered with no. A call that no pass moves is in each iteration.
; CHECK: plan of whole.body.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: plan of in_each.body.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: plan of begun.body.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: plan of size.body.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; Other numbers are none.
; CHECK: plan of size_of_y.body.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of begun_of_y.body.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of not_begun.body.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@text = private unnamed_addr addrspace(4) constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [7 x { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) }] [{ ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @whole to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @in_each to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @begun to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @size to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @size_of_y to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @begun_of_y to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }, { ptr addrspace(1), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @not_begun to ptr addrspace(1)), ptr addrspace(4) @text, ptr addrspace(4) @text, i32 1, ptr addrspace(1) null }], section "llvm.metadata"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare i64 @__ockl_get_num_groups(i32)
define amdgpu_kernel void @whole(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
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
  %blocks = load i32, ptr addrspace(4) %said
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define amdgpu_kernel void @in_each(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
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
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %asked = call i64 @__ockl_get_num_groups(i32 0)
  %blocks = trunc i64 %asked to i32
  %all = mul i32 %blocks, %threads
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define amdgpu_kernel void @begun(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
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
  %blocks.at = getelementptr i8, ptr addrspace(4) %said, i64 0
  %whole = load i32, ptr addrspace(4) %blocks.at
  %rest.at = getelementptr i8, ptr addrspace(4) %said, i64 18
  %rest = load i16, ptr addrspace(4) %rest.at
  %is.more = icmp ne i16 %rest, 0
  %more = zext i1 %is.more to i32
  %blocks = add i32 %whole, %more
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define amdgpu_kernel void @size(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
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
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %all.at = getelementptr i8, ptr addrspace(4) %packet, i64 12
  %all = load i32, ptr addrspace(4) %all.at
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define amdgpu_kernel void @size_of_y(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
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
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %all.at = getelementptr i8, ptr addrspace(4) %packet, i64 16
  %all = load i32, ptr addrspace(4) %all.at
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define amdgpu_kernel void @begun_of_y(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
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
  %blocks.at = getelementptr i8, ptr addrspace(4) %said, i64 0
  %whole = load i32, ptr addrspace(4) %blocks.at
  %rest.at = getelementptr i8, ptr addrspace(4) %said, i64 20
  %rest = load i16, ptr addrspace(4) %rest.at
  %is.more = icmp ne i16 %rest, 0
  %more = zext i1 %is.more to i32
  %blocks = add i32 %whole, %more
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define amdgpu_kernel void @not_begun(ptr addrspace(1) %x.global, ptr addrspace(1) %y.global, i32 %n) {
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
  %blocks.at = getelementptr i8, ptr addrspace(4) %said, i64 0
  %whole = load i32, ptr addrspace(4) %blocks.at
  %rest.at = getelementptr i8, ptr addrspace(4) %said, i64 18
  %rest = load i16, ptr addrspace(4) %rest.at
  %is.more = icmp eq i16 %rest, 0
  %more = zext i1 %is.more to i32
  %blocks = add i32 %whole, %more
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
