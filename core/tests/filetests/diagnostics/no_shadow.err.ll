; RUN: diagnostics f(dup, const, dup)
; As no_shadow.ll, with a pointer made from an integer.
; CHECK: a number lies at an address that was computed with integers, or put together of pieces [EZ0302]
define double @f(ptr %a, i64 %k, ptr %c) {
entry:
  %b = inttoptr i64 %k to ptr
  %x = load double, ptr %a
  store double %x, ptr %b
  %at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %at
  %z = fmul double %y, %x
  ret double %z
}
