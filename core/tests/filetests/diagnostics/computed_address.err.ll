; RUN: diagnostics f(dup, const)
; A number is read at an address that is computed with integers.
; CHECK: a number lies at an address that was computed with integers, or put together of pieces [EZ0302]
define double @f(ptr %a, i64 %i) {
entry:
  %local = alloca [4 x double]
  %x = load double, ptr %a
  %place = getelementptr double, ptr %local, i64 %i
  store double %x, ptr %place
  %base = ptrtoint ptr %local to i64
  %bytes = shl i64 %i, 3
  %sum = add i64 %base, %bytes
  %at = inttoptr i64 %sum to ptr
  %y = load double, ptr %at
  %z = fmul double %y, %x
  ret double %z
}
