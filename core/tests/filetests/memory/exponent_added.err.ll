; RUN: diagnostics f(dup)
; As exponent_added.ll, with an active number: a sum of bits has no rule.
; CHECK: active data is computed with as an integer [EZ0203]
; CHECK: add i64
define double @f(ptr %a) {
entry:
  %bits = load i64, ptr %a
  %more = add i64 %bits, 13510798882111488
  %x = bitcast i64 %more to double
  %at = getelementptr double, ptr %a, i64 1
  %z = load double, ptr %at
  %y = fmul double %x, %z
  ret double %y
}
