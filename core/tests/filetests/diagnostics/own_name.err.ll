; RUN: diagnostics f(out, out)
; A function without body that takes numbers and returns one is not the inactive one of that name: it is the program's own.
; CHECK: `times` is called on active data and nothing is known of it [EZ0101]
declare double @times(double, double)
define double @f(double %x, double %y) {
  %z = call double @times(double %x, double %y)
  ret double %z
}
