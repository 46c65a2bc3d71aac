; RUN: plan f(dup) --plain-additions
; What some other thread may read as well: an element of its column, of its line, of another line or its neighbour's, or the one whose numbers are the other way round; lines whose
; distances differ; its number in the block alone; the first line, also behind a pointer that is promised to be of other memory, where nobody writes.
; CHECK: plan of across_alone.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of down_alone.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of swapped.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of beside.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of next_line.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of squared.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of in_block.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of first_line_too.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [8 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @across_alone, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @down_alone, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @swapped, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @beside, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @next_line, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @squared, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @in_block, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @first_line_too, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
define ptx_kernel void @across_alone(ptr %x, ptr %y, i32 %width, i32 %height) {
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
  %col = sext i32 %x.n to i64
  %v.at = getelementptr double, ptr %x, i64 %col
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @down_alone(ptr %x, ptr %y, i32 %width, i32 %height) {
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
  %col = sext i32 %line to i64
  %v.at = getelementptr double, ptr %x, i64 %col
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @swapped(ptr %x, ptr %y, i32 %width, i32 %height) {
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
  %column = mul nsw i32 %x.n, %width
  %other = add nsw i32 %column, %y.n
  %other.wide = sext i32 %other to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %other.wide
  %b = load double, ptr %b.at
  %w.b = fmul double %a, %b
  %w = fmul double %w.b, %w.b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @beside(ptr %x, ptr %y, i32 %width, i32 %height) {
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
  %after = add i64 %wide, 1
  %b.at = getelementptr double, ptr %x, i64 %after
  %b = load double, ptr %b.at
  %w.b = fmul double %a, %b
  %w = fmul double %w.b, %w.b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @next_line(ptr %x, ptr %y, i32 %width, i32 %height) {
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
  %width.wide = sext i32 %width to i64
  %after = add i64 %wide, %width.wide
  %b.at = getelementptr double, ptr %x, i64 %after
  %b = load double, ptr %b.at
  %w.b = fmul double %a, %b
  %w = fmul double %w.b, %w.b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define ptx_kernel void @squared(ptr %x, ptr %y, i32 %width, i32 %height) {
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
  %line = mul nsw i32 %y.n, %y.n
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
define ptx_kernel void @in_block(ptr %x, ptr %y, i32 %width, i32 %height) {
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
  %line = mul nsw i32 %thread.y, %width
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
define ptx_kernel void @first_line_too(ptr noalias %x, ptr noalias %z, ptr %y, i32 %width, i32 %height) {
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
  %col = sext i32 %x.n to i64
  %b.at = getelementptr double, ptr %z, i64 %col
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
