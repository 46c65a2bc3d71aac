; RUN: diagnostics f(dup)
; As lanes_added.ll with a sum: numbers in a vector of integers are not followed.
; CHECK: active data is computed with as an integer [EZ0203]
; CHECK: load <2 x i64>
define double @f(ptr %a) {
entry:
  %bits = load <2 x i64>, ptr %a
  %other = add <2 x i64> %bits, splat (i64 4503599627370496)
  %x = bitcast <2 x i64> %other to <2 x double>
  %p = extractelement <2 x double> %x, i64 0
  %q = extractelement <2 x double> %x, i64 1
  %y = fmul double %p, %q
  ret double %y
}
