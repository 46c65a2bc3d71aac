; RUN: diagnostics f(out)
; As unwinding.ll, with a callee that may throw.
; CHECK: an exception may pass through differentiated code [EZ0105]
; CHECK: help: compile with -fno-exceptions
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
define double @g(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
