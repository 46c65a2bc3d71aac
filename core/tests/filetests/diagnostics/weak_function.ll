; RUN: diagnostics f(out)
; All definitions are the same. Twin: weak_function.err.ll.
define weak_odr double @g(double %x) {
  ret double %x
}
define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
