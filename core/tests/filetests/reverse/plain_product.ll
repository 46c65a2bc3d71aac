; RUN: reverse f(out)
; The partial of exp is finite wherever exp is: no guard.
; CHECK: { double } @f.grad
; CHECK-NOT: fcmp
declare double @llvm.exp.f64(double)
define double @f(double %x) {
entry:
  %y = call double @llvm.exp.f64(double %x)
  ret double %y
}
