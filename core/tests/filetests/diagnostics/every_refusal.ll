; RUN: diagnostics f(out, const)
; Twin of every_refusal.err.ll: %x is not involved.
declare double @mystery(double)
declare double @enigma(double)
define double @f(double %x, double %k) {
entry:
  %y = call double @mystery(double %k)
  %z = call double @enigma(double %y)
  %r = fmul double %z, %x
  ret double %r
}
