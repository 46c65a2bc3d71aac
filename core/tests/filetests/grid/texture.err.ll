; RUN: diagnostics f(dup, dup)
; Textures have no derivative.
; CHECK: error: a texture has no derivative (`llvm.nvvm.tex.1d.v4f32.s32`)
; CHECK: help: read plain memory
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare { float, float, float, float } @llvm.nvvm.tex.1d.v4f32.s32(i64, i64, i32)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load float, ptr %x
  %all = call { float, float, float, float } @llvm.nvvm.tex.1d.v4f32.s32(i64 0, i64 0, i32 1)
  %t = extractvalue { float, float, float, float } %all, 0
  %p = fmul float %v, %t
  store float %p, ptr %y
  ret void
}
