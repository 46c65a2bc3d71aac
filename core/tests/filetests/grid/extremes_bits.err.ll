; RUN: diagnostics f(dup, dup)
; As extremes_bits.ll, of the bits of a number.
; CHECK: error: an atomic maximum or minimum of the bits of active numbers, as integers [EZ0107]
; CHECK: help: write a loop of `atomicCAS` in which each attempt takes `fmax`
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @__nv_float_as_int(float)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load float, ptr %x
  %bits = call i32 @__nv_float_as_int(float %v)
  atomicrmw max ptr %y, i32 %bits seq_cst
  ret void
}
