; RUN: reverse f(out)
; An adjoint is converted the other way.
; CHECK: define { float } @f.grad(float %x, float
; CHECK: fptrunc double
define float @f(float %x) {
entry:
  %d = fpext float %x to double
  %y = fmul double %d, %d
  %z = fptrunc double %y to float
  ret float %z
}
