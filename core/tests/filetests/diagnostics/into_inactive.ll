; RUN: diagnostics f(dup, dup, const)
; The number goes through memory with a shadow. Twin: into_inactive.err.ll.
define double @f(ptr noalias %a, ptr noalias %b, i64 %k) {
entry:
  %x = load double, ptr %a
  store double %x, ptr %b
  %at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %at
  %z = fmul double %y, %y
  ret double %z
}
