; RUN: reverse f(dup) --plain-additions
; What is asked once of the launch: whether it is a row, of so few threads that three times their number does not wrap; and, of two arrays, whether they are one or
; end before the other one begins, where no thread comes whose number is %n or more. Their shadows are compared: to these is added.
; CHECK: define internal void @k.rev(
; CHECK: %threads = call i64 @enzyme_rs_grid_row()
; CHECK: icmp ule i64 %threads, 715827882
; CHECK: sext i32 %n to i64
; CHECK: ptrtoint ptr %x.shadow to i64
; CHECK: label %own.i, label %atomic.i
; CHECK: fadd double
; CHECK: atomicrmw fadd ptr
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr %x, ptr %z, ptr %y, i32 %n) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %before = mul i32 %block, %threads
  %i = add i32 %before, %thread
  %is = icmp ult i32 %i, %n
  br i1 %is, label %work, label %done
work:
  %wide = zext i32 %i to i64
  %first = mul i32 %i, 3
  %first.wide = zext i32 %first to i64
  %a.at = getelementptr double, ptr %x, i64 %first.wide
  %a = load double, ptr %a.at
  %b.at = getelementptr double, ptr %z, i64 %first.wide
  %b = load double, ptr %b.at
  %w = fmul double %a, %b
  %y.at = getelementptr double, ptr %y, i64 %wide
  store double %w, ptr %y.at
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
