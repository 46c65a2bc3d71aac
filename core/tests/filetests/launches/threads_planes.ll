; RUN: plan f(dup) --plain-additions
; Each thread reads the element of its number in a line of a plane, if no line is longer than lines are apart. Twin: threads_planes_other.ll.
; CHECK: plan of guarded.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one plane, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of or_left.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one plane, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of unguarded.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one plane, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of unsigned.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one plane, and numbers of elements are not cut off, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of by_columns.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one plane, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of constant.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one plane, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of members.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one plane, and rows do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one plane, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of both.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one plane, and rows do not overlap, and arrays are the same or do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one plane, and rows do not overlap, and arrays are the same or do not overlap: each thread reads elements of its own
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [8 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @guarded, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @or_left, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @unguarded, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @unsigned, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @by_columns, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @constant, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @members, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @both, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
define ptx_kernel void @guarded(ptr %x, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  %in.x = icmp slt i32 %x.n, %width
  %in.y = icmp slt i32 %y.n, %height
  %in = and i1 %in.x, %in.y
  br i1 %in, label %work, label %done
work:
  %line = mul nsw i32 %y.n, %width
  %at = add nsw i32 %line, %x.n
  %wide = sext i32 %at to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @or_left(ptr %x, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  %out.x = icmp sge i32 %x.n, %width
  %out.y = icmp sge i32 %y.n, %height
  %out = select i1 %out.x, i1 true, i1 %out.y
  br i1 %out, label %done, label %work
work:
  %line = mul nsw i32 %y.n, %width
  %at = add nsw i32 %line, %x.n
  %wide = sext i32 %at to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @unguarded(ptr %x, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  br label %work
work:
  %line = mul nsw i32 %y.n, %width
  %at = add nsw i32 %line, %x.n
  %wide = sext i32 %at to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @unsigned(ptr %x, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  %in.x = icmp slt i32 %x.n, %width
  %in.y = icmp slt i32 %y.n, %height
  %in = and i1 %in.x, %in.y
  br i1 %in, label %work, label %done
work:
  %line = mul i32 %y.n, %width
  %at = add i32 %line, %x.n
  %wide = zext i32 %at to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @by_columns(ptr %x, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  %in.x = icmp slt i32 %x.n, %width
  %in.y = icmp slt i32 %y.n, %height
  %in = and i1 %in.x, %in.y
  br i1 %in, label %work, label %done
work:
  %line = mul nsw i32 %x.n, %height
  %at = add nsw i32 %line, %y.n
  %wide = sext i32 %at to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @constant(ptr %x, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  %in.x = icmp slt i32 %x.n, %width
  %in.y = icmp slt i32 %y.n, %height
  %in = and i1 %in.x, %in.y
  br i1 %in, label %work, label %done
work:
  %line = mul nsw i32 %y.n, 64
  %at = add nsw i32 %line, %x.n
  %wide = sext i32 %at to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @members(ptr %x, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  %in.x = icmp slt i32 %x.n, %width
  %in.y = icmp slt i32 %y.n, %height
  %in = and i1 %in.x, %in.y
  br i1 %in, label %work, label %done
work:
  %line = mul nsw i32 %y.n, %width
  %at = add nsw i32 %line, %x.n
  %wide = sext i32 %at to i64
  %first = mul i64 %wide, 2
  %second = add i64 %first, 1
  %a.at = getelementptr double, ptr %x, i64 %first
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %second
  %b = load double, ptr %b.at
  %w.b = fmul double %a, %b
  %w = fmul double %w.b, %w.b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @both(ptr %x, ptr %z, ptr %y, i32 %width, i32 %height) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %x.n = add i32 %before, %thread
  %thread.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %before.y = mul i32 %block.y, %threads.y
  %y.n = add i32 %before.y, %thread.y
  %in.x = icmp slt i32 %x.n, %width
  %in.y = icmp slt i32 %y.n, %height
  %in = and i1 %in.x, %in.y
  br i1 %in, label %work, label %done
work:
  %line = mul nsw i32 %y.n, %width
  %at = add nsw i32 %line, %x.n
  %wide = sext i32 %at to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %z, i64 %wide
  %b = load double, ptr %b.at
  %w.b = fmul double %a, %b
  %w = fmul double %w.b, %w.b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
