; RUN: diagnostics f(dup)
; As foreign_twice.err.ll, but what goes there is no active number.
declare ptr @cell()

define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  %to = call ptr @cell()
  store double 2.0, ptr %to
  %from = call ptr @cell()
  %y = load double, ptr %from
  %z = fmul double %y, %x
  ret double %z
}
