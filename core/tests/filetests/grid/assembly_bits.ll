; RUN: diagnostics f(dup, dup)
; As assembly_bits.err.ll, with integers.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %x, ptr %y) {
entry:
  %bits = load i16, ptr %x
  %square = call i16 asm "{mul.lo.u16 $0,$1,$2;}", "=h,h,h"(i16 %bits, i16 %bits) #0
  %wide = uitofp i16 %square to float
  store float %wide, ptr %y
  ret void
}
attributes #0 = { nounwind memory(none) }
