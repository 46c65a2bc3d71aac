; RUN: reverse f(out)
; The adjoint goes through a freeze.
; CHECK: { double } @f.grad
; CHECK: fmul
define double @f(double %x) {
entry:
  %z = freeze double %x
  %y = fmul double %z, %z
  ret double %y
}
