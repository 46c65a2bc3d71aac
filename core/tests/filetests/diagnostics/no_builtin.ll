; RUN: diagnostics f(out)
; The function of the library. Twin: no_builtin.err.ll.
declare double @sin(double)
define double @f(double %x) {
  %y = call double @sin(double %x)
  ret double %y
}
