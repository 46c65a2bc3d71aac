; RUN: forward f(dup, dup)
; A tangent takes the way of its number.
; CHECK: define internal void @f.fwd(
; CHECK: call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v, i32 1, i32 31)
; CHECK: call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %
; CHECK: store float
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load float, ptr %x
  %there = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %v, i32 1, i32 31)
  store float %there, ptr %y
  ret void
}
