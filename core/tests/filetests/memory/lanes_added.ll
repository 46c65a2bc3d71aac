; RUN: reverse f(dup)
; Signs flipped in a vector of integers. Twin: lanes_added.err.ll.
; CHECK: @f.grad(ptr
; CHECK: fneg <2 x double>
define double @f(ptr %a) {
entry:
  %bits = load <2 x i64>, ptr %a
  %other = xor <2 x i64> %bits, splat (i64 -9223372036854775808)
  %x = bitcast <2 x i64> %other to <2 x double>
  %p = extractelement <2 x double> %x, i64 0
  %q = extractelement <2 x double> %x, i64 1
  %y = fmul double %p, %q
  ret double %y
}
