; RUN: diagnostics f(dup, dup)
; Half precision as CUDA's headers have it: the numbers go through assembly as integers, and their adjoints would be lost.
; CHECK: inline assembly touches active data [EZ0104]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %bits = load i16, ptr %x
  %square = call i16 asm "{mul.f16 $0,$1,$2;}", "=h,h,h"(i16 %bits, i16 %bits) #0
  %wide = call float asm "{cvt.f32.f16 $0,$1;}", "=f,h"(i16 %square) #0
  store float %wide, ptr %y
  ret void
}
attributes #0 = { nounwind memory(none) }
