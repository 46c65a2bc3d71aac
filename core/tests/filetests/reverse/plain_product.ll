; RUN: reverse f(out)
; The partial of sin is finite: no guard.
; CHECK: { double } @f.grad
; CHECK-NOT: fcmp
declare double @llvm.sin.f64(double)
define double @f(double %x) {
entry:
  %y = call double @llvm.sin.f64(double %x)
  ret double %y
}
