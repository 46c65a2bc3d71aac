; RUN: diagnostics f(out)
; A step of the library takes a number and returns one, and is inactive.
declare double @floor(double)
define double @f(double %x) {
  %s = call double @floor(double %x)
  %y = fmul double %s, %x
  ret double %y
}
