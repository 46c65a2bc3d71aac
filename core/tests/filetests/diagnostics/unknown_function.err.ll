; RUN: diagnostics f(out)
; As unknown_function.ll, with a name that nobody knows.
; CHECK: error: `mystery` is called on active data and nothing is known of it [EZ0101]
; CHECK: in function `f`
; CHECK: at `%y = call double @mystery(double %x)`
; CHECK: note:
; CHECK: help: make its source visible
declare double @mystery(double)
define double @f(double %x) {
entry:
  %y = call double @mystery(double %x)
  ret double %y
}
