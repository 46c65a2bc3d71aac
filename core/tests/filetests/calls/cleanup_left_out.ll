; RUN: reverse f(out)
; Unwinding that only cleans up never comes back: the invoke is a call. Twin: cleanup_left_out.err.ll.
; CHECK: @f.grad(double %x
; CHECK: call { double } @g.grad
; CHECK-NOT: landingpad
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
  resume { ptr, i32 } %e
}
define double @g(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
