; RUN: diagnostics f(out, const)
; All that is wrong is told at once.
; CHECK: `mystery` is called on active data
; CHECK: `enigma` is called on active data
; CHECK-COUNT: 2 [EZ0101]
declare double @mystery(double)
declare double @enigma(double)
define double @f(double %x, double %k) {
entry:
  %y = call double @mystery(double %x)
  %z = call double @enigma(double %y)
  %r = fmul double %z, %x
  ret double %r
}
