; RUN: diagnostics f(out)
; As unwinding.ll, with a call that may leave by an exception.
; CHECK: an exception may pass through differentiated code [EZ0105]
; CHECK: help: compile with -fno-exceptions
declare i32 @personality(...)
declare double @opaque(double)
define double @f(double %x) personality ptr @personality {
entry:
  %y = invoke double @g(double %x) to label %good unwind label %bad
good:
  ret double %y
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
declare double @g(double %x)
