; A lane that is taken out as an integer is a number all the same.
; RUN: reverse f(dup, dup)
define double @f(ptr %x, ptr %y) {
entry:
  %v = load <2 x double>, ptr %x, align 8
  %w = fmul <2 x double> %v, %v
  %bits = bitcast <2 x double> %w to <2 x i64>
  %second = extractelement <2 x i64> %bits, i64 1
  store i64 %second, ptr %y, align 8
  %r = extractelement <2 x double> %w, i64 0
  ret double %r
}
; CHECK-NOT: <2 x i64>
; CHECK: fmul
