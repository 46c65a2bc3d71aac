; RUN: diagnostics f(out)
; As cleanup_left_out.ll, with a landing pad that comes back.
; CHECK: an exception may pass through differentiated code [EZ0105]
declare i32 @personality(...)
declare void @cleanup()
define double @f(double %x) personality ptr @personality {
entry:
  %y = invoke double @g(double %x) to label %good unwind label %bad
good:
  ret double %y
bad:
  %e = landingpad { ptr, i32 } cleanup
  call void @cleanup()
  ret double 0.0
}
define double @g(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
