; RUN: reverse f(out)
; Flags of the primal hold for the adjoint.
; CHECK: fmul fast double
; CHECK: fmul fast double
define double @f(double %x) {
entry:
  %y = fmul fast double %x, %x
  ret double %y
}
