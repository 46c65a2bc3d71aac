; RUN: diagnostics f(out)
; A function of the C library. Twin: unknown_function.err.ll.
declare double @sin(double)
define double @f(double %x) {
entry:
  %y = call double @sin(double %x)
  ret double %y
}
