; RUN: forward f(dup)
; A structure of numbers has a structure of tangents.
; CHECK: { double, double } @f.fwd(double %x, double
define { double, double } @f(double %x) {
entry:
  %y = fmul double %x, %x
  %r = insertvalue { double, double } poison, double %x, 0
  %s = insertvalue { double, double } %r, double %y, 1
  ret { double, double } %s
}
