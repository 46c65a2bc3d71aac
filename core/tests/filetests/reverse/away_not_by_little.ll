; RUN: reverse f(out)
; A square may be zero, and so may a number that is hardly above zero, for all that its inverse says.
; CHECK: @f.grad
; CHECK: fcmp
; CHECK: fcmp
declare double @llvm.sqrt.f64(double)
define double @f(double %x) {
  %xx = fmul double %x, %x
  %root = call double @llvm.sqrt.f64(double %xx)
  %little = fadd double %root, 1.000000e-200
  %inverse = fdiv double 1.000000e+00, %little
  ret double %inverse
}
