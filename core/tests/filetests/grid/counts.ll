; RUN: reverse f(dup, const)
; CUDA's atomic operations on integers order nothing, though their instructions say so.
; CHECK: define internal void @f.grad(
; CHECK: atomicrmw add ptr %c, i32 1 monotonic
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %c) {
entry:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  %old = atomicrmw add ptr %c, i32 1 seq_cst
  ret void
}
