; RUN: reverse f(out)
; Flags of the primal hold for the adjoint, but an infinite partial need not be met in the primal.
; CHECK: fmul fast double
; CHECK: fmul reassoc nsz arcp contract afn double
define double @f(double %x) {
entry:
  %y = fmul fast double %x, %x
  ret double %y
}
