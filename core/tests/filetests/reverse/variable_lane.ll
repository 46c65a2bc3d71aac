; RUN: reverse f(out, out, const)
; The lane index is the same in the reverse pass.
; CHECK: { <4 x float>, float } @f.grad
; CHECK: extractelement <4 x float>
; CHECK: insertelement <4 x float>
define float @f(<4 x float> %v, float %x, i32 %k) {
entry:
  %w = insertelement <4 x float> %v, float %x, i32 %k
  %p = fmul <4 x float> %w, %v
  %y = extractelement <4 x float> %p, i32 %k
  ret float %y
}
