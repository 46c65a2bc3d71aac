; RUN: diagnostics f(dup, const, dup)
; A pointer that the caller gave. Twin: no_shadow.err.ll.
define double @f(ptr %a, i64 %k, ptr %c) {
entry:
  %b = getelementptr double, ptr %c, i64 1
  %x = load double, ptr %a
  store double %x, ptr %b
  %at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %at
  %z = fmul double %y, %x
  ret double %z
}
