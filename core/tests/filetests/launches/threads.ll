; RUN: plan f(dup) --plain-additions
; Each thread reads elements by its number in a row of blocks: nobody else adds there, if the launch is such a row. Twins: threads_other.ll, threads_unknown.ll.
; CHECK: plan of signed.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: plan of unsigned.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: plan of of_64_bits.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: plan of records.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: add plainly to the shadow of %c.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: plan of offset.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: plan of vectors.rev(
; CHECK: add plainly to the shadow of %v.at where the threads of the launch are one row: each thread reads elements of its own
; CHECK: plan of two.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one row, and arrays are the same or do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one row, and arrays are the same or do not overlap: each thread reads elements of its own
; CHECK: plan of rows.rev(
; CHECK: add plainly to the shadow of %a.at where the threads of the launch are one row, and rows do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %b.at where the threads of the launch are one row, and rows do not overlap: each thread reads elements of its own
; CHECK: add plainly to the shadow of %c.at where the threads of the launch are one row, and rows do not overlap: each thread reads elements of its own
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [8 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @signed, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @unsigned, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @of_64_bits, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @records, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @offset, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @vectors, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @two, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @rows, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @signed(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @unsigned(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = zext i32 %i to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @of_64_bits(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %block.wide = zext i32 %block to i64
  %threads.wide = zext i32 %threads to i64
  %thread.wide = zext i32 %thread to i64
  %before.wide = mul i64 %threads.wide, %block.wide
  %wide = add i64 %thread.wide, %before.wide
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @records(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %first = mul nsw i32 %i, 3
  %second = add nsw i32 %first, 1
  %third = add nsw i32 %first, 2
  %first.wide = sext i32 %first to i64
  %second.wide = sext i32 %second to i64
  %third.wide = sext i32 %third to i64
  %wide = sext i32 %i to i64
  %a.at = getelementptr double, ptr %x, i64 %first.wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %second.wide
  %b = load double, ptr %b.at
  %c.at = getelementptr double, ptr %x, i64 %third.wide
  %c = load double, ptr %c.at
  %ab = fmul double %a, %b
  %w = fmul double %ab, %c
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @offset(ptr %x, ptr %y, i64 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %from = add i64 %wide, %n
  %v.at = getelementptr double, ptr %x, i64 %from
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @vectors(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %v.at = getelementptr <2 x double>, ptr %x, i64 %wide
  %v = load <2 x double>, ptr %v.at
  %a = extractelement <2 x double> %v, i64 0
  %b = extractelement <2 x double> %v, i64 1
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @two(ptr %x, ptr %z, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %z, i64 %wide
  %b = load double, ptr %b.at
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @rows(ptr %x, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %is = icmp slt i32 %i, %n
  br i1 %is, label %work, label %done
work:
  %second = add nsw i32 %n, %i
  %twice = shl nsw i32 %n, 1
  %third = add nsw i32 %twice, %i
  %second.wide = sext i32 %second to i64
  %third.wide = sext i32 %third to i64
  %wide = sext i32 %i to i64
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %second.wide
  %b = load double, ptr %b.at
  %c.at = getelementptr double, ptr %x, i64 %third.wide
  %c = load double, ptr %c.at
  %ab = fmul double %a, %b
  %w = fmul double %ab, %c
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
