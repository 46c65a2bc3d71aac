; A vectoriser loads two numbers and the pointer between them at once: what is not used of the shadow is neither read nor
; written, for a sum with zero may change the bits of a pointer.
; RUN: reverse f(dup)
define double @f(ptr %p) {
entry:
  %v = load <4 x double>, ptr %p, align 8
  %a = extractelement <4 x double> %v, i64 0
  %b = extractelement <4 x double> %v, i64 2
  %c = extractelement <4 x double> %v, i64 3
  %ab = fmul double %a, %b
  %abc = fmul double %ab, %c
  ret double %abc
}
; CHECK: @f.grad
; CHECK-NOT: store <4 x double>
; CHECK: store <2 x double>
