; RUN: reverse f(out, out)
; A complex product by the compiler's run-time function.
; CHECK: { double, double } @f.grad
; CHECK-COUNT: 1 call { double, double } @__muldc3
declare { double, double } @__muldc3(double, double, double, double)
define double @f(double %re, double %im) {
entry:
  %p = call { double, double } @__muldc3(double %re, double %im, double %re, double %im)
  %a = extractvalue { double, double } %p, 0
  %b = extractvalue { double, double } %p, 1
  %y = fadd double %a, %b
  ret double %y
}
