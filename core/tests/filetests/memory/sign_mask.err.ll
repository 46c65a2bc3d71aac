; RUN: diagnostics f(dup)
; As sign_mask.ll with another mask: rounding by hand has no rule.
; CHECK: active data is computed with as an integer [EZ0203]
; CHECK: in function `f`
; CHECK: and i64
define double @f(ptr %a) {
entry:
  %bits = load i64, ptr %a
  %magnitude = and i64 %bits, -4294967296
  %x = bitcast i64 %magnitude to double
  %z = load double, ptr %a
  %y = fmul double %x, %z
  ret double %y
}
