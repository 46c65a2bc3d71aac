; RUN: diagnostics f(dup, const, const)
; As into_inactive.ll with %b declared inactive.
; CHECK: active data goes through parameter 2 `b`, which was declared inactive [EZ0301]
; CHECK: help: pass it as enzyme_dup
define double @f(ptr noalias %a, ptr noalias %b, i64 %k) {
entry:
  %x = load double, ptr %a
  store double %x, ptr %b
  %at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %at
  %z = fmul double %y, %y
  ret double %z
}
