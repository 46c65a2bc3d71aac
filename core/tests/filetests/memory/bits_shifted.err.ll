; RUN: diagnostics f(dup)
; As bits_shifted.ll, without a word of what the bits were before.
; CHECK: active data is computed with as an integer [EZ0203]
; CHECK: load i64
define double @f(ptr %a) {
entry:
  %bits = load i64, ptr %a
  %more = mul i64 %bits, 3
  %shifted = lshr i64 %more, 1
  %x = bitcast i64 %shifted to double
  %at = getelementptr double, ptr %a, i64 1
  %z = load double, ptr %at
  %y = fmul double %x, %z
  ret double %y
}
