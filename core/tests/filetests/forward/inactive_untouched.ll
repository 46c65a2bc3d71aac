; RUN: forward f(const, dup)
; What does not vary is only computed.
; CHECK-COUNT: 1 call double @llvm.exp
declare double @llvm.exp.f64(double)
define double @f(double %x, double %y) {
entry:
  %e = call double @llvm.exp.f64(double %x)
  %z = fmul double %e, %y
  ret double %z
}
