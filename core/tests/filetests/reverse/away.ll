; RUN: reverse f(out, out)
; x * x + c * c + 0.01 is above zero by more than rounding: nothing is multiplied by an infinite partial. Twin: away_not_by_little.ll.
; CHECK: @f.grad
; CHECK-NOT: fcmp
declare double @llvm.sqrt.f64(double)
declare double @llvm.fmuladd.f64(double, double, double)
define double @f(double %x, double %c) {
  %xx = fmul double %x, %x
  %both = call double @llvm.fmuladd.f64(double %c, double %c, double %xx)
  %square = fadd double %both, 1.000000e-02
  %root = call double @llvm.sqrt.f64(double %square)
  %product = fmul double %square, %root
  %inverse = fdiv double 1.000000e+00, %product
  ret double %inverse
}
