; RUN: diagnostics f(dup, dup)
; What is fetched anew each time may be written by others meanwhile.
; CHECK: [EZ0104]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %v = call double asm sideeffect "ld.global.cv.f64 $0, [$1];", "=d,l,~{memory}"(ptr %x)
  %q = fmul double %v, %v
  store double %q, ptr %y
  ret void
}
