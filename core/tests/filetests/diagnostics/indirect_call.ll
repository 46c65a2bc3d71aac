; RUN: diagnostics f(out, const)
; The function behind the pointer is known at compile time.
define double @f(double %x, ptr %g) {
entry:
  %y = call double @square(double %x)
  ret double %y
}
define double @square(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
