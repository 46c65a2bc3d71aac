; RUN: diagnostics f(out, const)
; The inactive function of that name. Twin: own_name.err.ll.
declare i64 @times(ptr)
define double @f(double %x, ptr %clock) {
  %z = call i64 @times(ptr %clock)
  %y = fmul double %x, %x
  ret double %y
}
