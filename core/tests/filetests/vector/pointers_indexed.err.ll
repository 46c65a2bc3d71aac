; RUN: diagnostics f(dup, const)
; A vector of addresses, one of which is taken out at an index of run time.
; CHECK: active data is reached through a pointer of unknown origin [EZ0302]
define double @f(ptr %a, i64 %i) {
  %both = getelementptr double, ptr %a, <2 x i64> <i64 0, i64 1>
  %p = extractelement <2 x ptr> %both, i64 %i
  %v = load double, ptr %p
  ret double %v
}
