; RUN: diagnostics f(out)
; A callee that throws nothing. Twin: unwinding.err.ll.
declare i32 @personality(...)
define double @f(double %x) personality ptr @personality {
entry:
  %y = call double @g(double %x)
  ret double %y
}
define double @g(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
