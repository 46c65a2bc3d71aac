; RUN: reverse f(out) --optimize
; The path that ends the program has no reverse.
; CHECK: { double } @f.grad
; CHECK-COUNT: 1 call void @abort
declare void @abort() noreturn
define double @f(double %x) {
entry:
  %bad = fcmp olt double %x, 0.0
  br i1 %bad, label %stop, label %good
stop:
  call void @abort()
  unreachable
good:
  %y = fmul double %x, %x
  ret double %y
}
