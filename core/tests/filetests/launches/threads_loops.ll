; RUN: plan f(dup) --plain-additions
; Each thread goes on by as many numbers as there are threads: no two have one in common, in whatever iterations and loops. Twin: threads_loops_other.ll.
; CHECK: plan of asked_first.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: plan of asked_last.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: plan of of_64_bits.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: plan of records.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: plan of rows.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one row, and numbers of elements are not cut off, and rows do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one row, and numbers of elements are not cut off, and rows do not overlap: each thread reads elements of its own
; CHECK: plan of two.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one row, and numbers of elements are not cut off, and arrays are the same or do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one row, and numbers of elements are not cut off, and arrays are the same or do not overlap: each thread reads elements of its own
; CHECK: plan of twice.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
; CHECK: add plainly to the shadow of %u.at where the threads of the launch are one row, and numbers of elements are not cut off: each thread reads elements of its own
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [7 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @asked_first, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @asked_last, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @of_64_bits, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @records, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @rows, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @two, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @twice, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
define ptx_kernel void @asked_first(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  br label %head
head:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %is = icmp slt i32 %k, %n
  br i1 %is, label %work, label %done
work:
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  br label %head
done:
  ret void
}
define ptx_kernel void @asked_last(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
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
define ptx_kernel void @of_64_bits(ptr %x, ptr %y, i64 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all.short = mul i32 %blocks, %threads
  %all = zext i32 %all.short to i64
  %from = zext i32 %i to i64
  %comes = icmp ult i64 %from, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i64 [ %from, %entry ], [ %next, %work ]
  %v.at = getelementptr double, ptr %x, i64 %k
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %k
  store double %w, ptr %y.at
  %next = add i64 %k, %all
  %is = icmp ult i64 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define ptx_kernel void @records(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
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
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define ptx_kernel void @rows(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %n.wide = sext i32 %n to i64
  %second = add i64 %n.wide, %wide
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %second
  %b = load double, ptr %b.at
  %w.b = fmul double %a, %b
  %w = fmul double %w.b, %w.b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define ptx_kernel void @two(ptr %x, ptr %z, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %wide = sext i32 %k to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %z, i64 %wide
  %b = load double, ptr %b.at
  %w.b = fmul double %a, %b
  %w = fmul double %w.b, %w.b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  %is = icmp slt i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define ptx_kernel void @twice(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  br label %head
head:
  %k = phi i32 [ %i, %entry ], [ %next, %work ]
  %is = icmp slt i32 %k, %n
  br i1 %is, label %work, label %again
work:
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %next = add i32 %k, %all
  br label %head
again:
  %m = phi i32 [ %i, %head ], [ %m.next, %more ]
  %m.is = icmp ult i32 %m, %n
  br i1 %m.is, label %more, label %done
more:
  %m.wide = zext i32 %m to i64
  %u.at = getelementptr double, ptr %x, i64 %m.wide
  %u = load double, ptr %u.at
  %u.w = fmul double %u, %u
  %u.y.at = getelementptr double, ptr %y, i64 %m.wide
  store double %u.w, ptr %u.y.at
  %m.next = add i32 %m, %all
  br label %again
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
