; RUN: reverse f(out, out)
; The side that was not chosen gets nothing.
; CHECK: { double, double } @f.grad
; CHECK: select i1
; CHECK: select i1
define double @f(double %x, double %y) {
entry:
  %c = fcmp ogt double %x, %y
  %z = select i1 %c, double %x, double %y
  ret double %z
}
