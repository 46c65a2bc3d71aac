; RUN: diagnostics f(dup, dup, const)
; As obtained.ll, without the rule.
; CHECK: `record_data`, which the program calls inactive, returns a pointer to active memory [EZ0502]
declare ptr @record_make(i64)
declare ptr @record_data(ptr)
define void @f(ptr noalias %x, ptr noalias %y, i64 %i) {
  %r = call ptr @record_make(i64 16)
  %p = call ptr @record_data(ptr %r)
  %v = load double, ptr %x
  %s = fmul double %v, %v
  store double %s, ptr %p
  %at = getelementptr double, ptr %p, i64 %i
  %w = load double, ptr %at
  store double %w, ptr %y
  ret void
}
