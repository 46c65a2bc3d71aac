; RUN: reverse f(dup) --plain-additions
; What is asked of the launch: whether it has no third direction, and how many threads along each other one; whether lines are as long as what threads come to of them, as far as their
; numbers are less than %width; and of two arrays, whether they are one or end before the other one begins, of which the last line counts.
; CHECK: define internal void @k.rev(
; CHECK: %threads = call i64 @enzyme_rs_grid_across()
; CHECK: = call i64 @enzyme_rs_grid_down()
; CHECK: icmp ule i64 %threads, 2147483647
; CHECK: icmp ule i64 %threads5, 2147483648
; CHECK: sext i32 %width to i64
; CHECK: , 2147483648
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
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
define ptx_kernel void @k(ptr %x, ptr %z, ptr %y, i32 %width, i32 %height) {
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
