; RUN: plan f(dup) --plain-additions
; What some other thread may read as well: its neighbour's element, also behind a pointer that is promised to be of other memory, where nobody writes; by the number in
; the block alone, or by one that two threads have; elements that overlap; numbers that wrap or are cut off; elements that memory names; rows whose
; distances are not multiples of one; behind a pointer that lies in memory.
; CHECK: plan of neighbour.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of promised.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of in_block.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of of_block.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of too_far.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of too_wide.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of below.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of cut_off.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of behind.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: add atomically to the shadow of %u.at: other threads may add there, too
; CHECK: plan of strides.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: plan of unlike_rows.rev(
; CHECK: add atomically to the shadow of %a.at: other threads may add there, too
; CHECK: add atomically to the shadow of %b.at: other threads may add there, too
; CHECK: add atomically to the shadow of %c.at: other threads may add there, too
; CHECK: plan of pointer.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [12 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @neighbour, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @promised, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @in_block, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @of_block, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @too_far, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @too_wide, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @below, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @cut_off, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @behind, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @strides, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @unlike_rows, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @pointer, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @neighbour(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %next = add i64 %wide, 1
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %next
  %b = load double, ptr %b.at
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @promised(ptr noalias %x, ptr noalias %z, ptr noalias %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %next = add i64 %wide, 1
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %z, i64 %next
  %b = load double, ptr %b.at
  %c.at = getelementptr double, ptr %z, i64 %wide
  %c = load double, ptr %c.at
  %ab = fmul double %a, %b
  %w = fmul double %ab, %c
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @in_block(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = zext i32 %thread to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @of_block(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %number = add i32 %block, %thread
  %wide = zext i32 %number to i64
  %own = sext i32 %i to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %own
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @too_far(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %first = mul i64 %wide, 3
  %fourth = add i64 %first, 3
  %a.at = getelementptr double, ptr %x, i64 %first
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %fourth
  %b = load double, ptr %b.at
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @too_wide(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load <2 x double>, ptr %v.at, align 8
  %a = extractelement <2 x double> %v, i64 0
  %b = extractelement <2 x double> %v, i64 1
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @below(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %less = add i32 %i, -1
  %wide = sext i32 %less to i64
  %own = sext i32 %i to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %own
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @cut_off(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %byte = trunc i32 %i to i8
  %wide = zext i8 %byte to i64
  %own = sext i32 %i to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %own
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @behind(ptr %x, ptr %y, ptr %which) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %number.at = getelementptr i64, ptr %which, i64 %wide
  %number = load i64, ptr %number.at
  %v.at = getelementptr double, ptr %x, i64 %number
  %v = load double, ptr %v.at
  %u.at = getelementptr double, ptr %x, i64 %wide
  %u = load double, ptr %u.at
  %w = fmul double %v, %u
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @strides(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %twice = shl i64 %wide, 1
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %twice
  %b = load double, ptr %b.at
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @unlike_rows(ptr %x, ptr %y, i64 %n, i64 %m) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %from.n = add i64 %wide, %n
  %from.m = add i64 %wide, %m
  %a.at = getelementptr double, ptr %x, i64 %wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %x, i64 %from.n
  %b = load double, ptr %b.at
  %c.at = getelementptr double, ptr %x, i64 %from.m
  %c = load double, ptr %c.at
  %ab = fmul double %a, %b
  %w = fmul double %ab, %c
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @pointer(ptr %z, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %base = load ptr, ptr %z
  %v.at = getelementptr double, ptr %base, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %v
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
