; RUN: plan f(dup) --plain-additions
; A function that stays a call, and a copy of the first elements, may read what any thread reads.
; CHECK: plan of called.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
; CHECK: plan of copied.rev(
; CHECK: add atomically to the shadow of %v.at: other threads may add there, too
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @called, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @copied, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @last(ptr %x) noinline {
  %at = getelementptr double, ptr %x, i32 7
  %v = load double, ptr %at
  %w = fmul double %v, %v
  ret double %w
}
define ptx_kernel void @called(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %u = call double @last(ptr %x)
  %w = fmul double %v, %u
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define ptx_kernel void @copied(ptr %x, ptr %y) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %wide = sext i32 %i to i64
  %own = alloca [2 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 %x, i64 16, i1 false)
  %odd = and i64 %wide, 1
  %own.at = getelementptr double, ptr %own, i64 %odd
  %u = load double, ptr %own.at
  %v.at = getelementptr double, ptr %x, i64 %wide
  %v = load double, ptr %v.at
  %w = fmul double %v, %u
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  ret void
}
define void @f(ptr %x) {
  ret void
}
