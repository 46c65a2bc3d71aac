; RUN: diagnostics f(dup, const)
; A pointer that the caller gave. Twin: no_shadow.err.ll.
define double @f(ptr %a, i64 %k) {
entry:
  %x = load double, ptr %a
  store double %x, ptr %a
  %y = load double, ptr %a
  %z = fmul double %y, %x
  ret double %z
}
