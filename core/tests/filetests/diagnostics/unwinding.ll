; RUN: diagnostics f(out)
; A callee that throws nothing. Twin: unwinding.err.ll.
declare i32 @personality(...)
define double @f(double %x) personality ptr @personality {
entry:
  %y = invoke double @g(double %x) to label %good unwind label %bad
good:
  ret double %y
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  ret double 0.0
}
define double @g(double %x) nounwind {
entry:
  %y = fmul double %x, %x
  ret double %y
}
