; RUN: plan f(dup) --plain-additions
; What some other thread may read as well: iterations that go on by fewer numbers, by more, or by another count, or begin with a number that two threads have; a neighbour's
; element, in whatever iteration; numbers with a period, and those of the iterations alone. Numbers that nothing is known to be more than may wrap.
; CHECK: plan of by_block.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of by_one.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of by_threads_of_y.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of too_many.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of from_thread.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of neighbour.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of period.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of endless.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of unasked.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of other_end.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of before_asking.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of iterations.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [12 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @by_block, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @by_one, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @by_threads_of_y, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @too_many, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @from_thread, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @neighbour, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @period, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @endless, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @unasked, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @other_end, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @before_asking, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @iterations, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
define ptx_kernel void @by_block(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = add i32 %threads, 0
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
define ptx_kernel void @by_one(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = add i32 0, 1
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
define ptx_kernel void @by_threads_of_y(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %threads.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %all = mul i32 %blocks, %threads.y
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
define ptx_kernel void @too_many(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all.less = mul i32 %blocks, %threads
  %all = add i32 %all.less, 1
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
define ptx_kernel void @from_thread(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %thread, %n
  br i1 %comes, label %work, label %done
work:
  %k = phi i32 [ %thread, %entry ], [ %next, %work ]
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
define ptx_kernel void @neighbour(ptr %x, ptr %y, i32 %n) {
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
  %after = add i64 %wide, 1
  %b.at = getelementptr double, ptr %x, i64 %after
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
define ptx_kernel void @period(ptr %x, ptr %y, i32 %n) {
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
  %rest = urem i32 %k, 7
  %rest.wide = zext i32 %rest to i64
  %v.at = getelementptr double, ptr %x, i64 %rest.wide
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
define ptx_kernel void @endless(ptr %x, ptr %y, i32 %n) {
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
  %is = icmp ne i32 %next, %n
  br i1 %is, label %work, label %done
done:
  ret void
}
define ptx_kernel void @unasked(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  %comes = icmp ne i32 %i, %n
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
define ptx_kernel void @other_end(ptr %x, ptr %z, ptr %y, i32 %n, i32 %m) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %all = mul i32 %blocks, %threads
  %comes = icmp slt i32 %i, %m
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
define ptx_kernel void @before_asking(ptr %x, ptr %y, i32 %n) {
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
  %k = phi i32 [ %i, %entry ], [ %next, %more ]
  %wide = sext i32 %k to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  %is = icmp slt i32 %k, %n
  br i1 %is, label %more, label %done
more:
  %next = add i32 %k, %all
  br label %head
done:
  ret void
}
define ptx_kernel void @iterations(ptr %x, ptr %y, i32 %n) {
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
  %count = phi i32 [ 0, %entry ], [ %count.next, %work ]
  %wide = sext i32 %k to i64
  %count.next = add i32 %count, 1
  %count.wide = sext i32 %count to i64
  %v.at = getelementptr double, ptr %x, i64 %count.wide
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
