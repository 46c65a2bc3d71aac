; RUN: diagnostics f(dup, dup)
; As assembly_refused.err.ll, with a load that says how it is cached.
; CHECK-NOT: error
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = load float, ptr %x
  %t = call float asm "ld.global.cs.f32 $0, [$1];", "=f,l"(ptr %x)
  %p = fmul float %v, %t
  store float %p, ptr %y
  ret void
}
