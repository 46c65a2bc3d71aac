; A vector is stored and parts of it are loaded: lanes, not pieces of a wide integer.
; RUN: reverse f(dup)
define double @f(ptr %x) {
  %c = alloca [6 x double]
  %v = load <4 x double>, ptr %x, align 8
  store <4 x double> %v, ptr %c, align 8
  %a = load double, ptr %c, align 8
  %p = getelementptr i8, ptr %c, i64 16
  %b = load <2 x double>, ptr %p, align 8
  %b0 = extractelement <2 x double> %b, i64 0
  %b1 = extractelement <2 x double> %b, i64 1
  %s = fmul double %b0, %a
  %t = fmul double %s, %b1
  ret double %t
}
; CHECK-NOT: i256
; CHECK: extractelement <4 x double>
