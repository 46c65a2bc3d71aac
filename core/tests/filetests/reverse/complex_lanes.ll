; RUN: reverse f(out, out)
; A complex float comes back as a vector.
; CHECK: { float, float } @f.grad
; CHECK-COUNT: 1 call <2 x float> @__divsc3
declare <2 x float> @__divsc3(float, float, float, float)
define float @f(float %re, float %im) {
entry:
  %p = call <2 x float> @__divsc3(float %re, float %im, float 3.0, float %im)
  %a = extractelement <2 x float> %p, i64 0
  %b = extractelement <2 x float> %p, i64 1
  %y = fadd float %a, %b
  ret float %y
}
