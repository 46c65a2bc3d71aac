; RUN: reverse f(out)
; An adjoint is converted the other way.
; CHECK: { float } @f.grad(float %x, float
; CHECK: %z = fptrunc double
; CHECK: fpext float
; CHECK: fptrunc double
declare double @llvm.sin.f64(double)
define float @f(float %x) {
entry:
  %d = fpext float %x to double
  %y = call double @llvm.sin.f64(double %d)
  %z = fptrunc double %y to float
  ret float %z
}
