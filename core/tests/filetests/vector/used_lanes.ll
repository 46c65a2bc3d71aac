; All lanes are used: nothing is left out of the adjoint.
; RUN: reverse f(dup, dup)
define double @f(ptr %a, ptr %b) {
entry:
  %va = load <2 x double>, ptr %a, align 8
  %w = load <2 x double>, ptr %b, align 8
  %m = fmul <2 x double> %va, %w
  %r = extractelement <2 x double> %m, i64 0
  %s = extractelement <2 x double> %m, i64 1
  %t = fadd double %r, %s
  ret double %t
}
; CHECK-NOT: shufflevector
