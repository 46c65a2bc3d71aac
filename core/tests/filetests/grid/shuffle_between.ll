; RUN: reverse f(dup, dup, const)
; As shuffle.ll, where the first half is used before the second one is handed on, by code that takes it for an
; integer: the number is handed on in the place of the first.
; CHECK: define internal void @f.grad(
; CHECK: call double @enzyme_rs_shuffle_down_f64(i32 -1, double %
; CHECK: call double @enzyme_rs_shuffle_down_f64_adjoint(i32 -1, double %
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
define void @f(ptr %x, ptr %y, ptr %z) {
entry:
  %v = load double, ptr %x
  %s = fmul double %v, %v
  %bits = bitcast double %s to i64
  %low = trunc i64 %bits to i32
  %low.there = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %low, i32 1, i32 31)
  store i32 %low.there, ptr %z
  %low.wide = zext i32 %low.there to i64
  %upper = lshr i64 %bits, 32
  %high = trunc i64 %upper to i32
  %high.there = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %high, i32 1, i32 31)
  %high.wide = zext i32 %high.there to i64
  %high.up = shl i64 %high.wide, 32
  %both = or i64 %high.up, %low.wide
  %there = bitcast i64 %both to double
  %t = fmul double %there, 2.0
  store double %t, ptr %y
  ret void
}
