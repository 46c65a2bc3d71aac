; RUN: diagnostics f(dup, dup)
; As texture.err.ll, from plain memory.
; CHECK-NOT: error
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = load float, ptr %x
  %at = getelementptr float, ptr %x, i64 1
  %t = load float, ptr %at
  %p = fmul float %v, %t
  store float %p, ptr %y
  ret void
}
