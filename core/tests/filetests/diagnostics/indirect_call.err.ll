; RUN: diagnostics f(out, const)
; As indirect_call.ll, through the parameter.
; CHECK: a call through a pointer touches active data [EZ0102]
; CHECK: help: call the function directly
define double @f(double %x, ptr %g) {
entry:
  %y = call double %g(double %x)
  ret double %y
}
define double @square(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
