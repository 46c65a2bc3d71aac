; RUN: reverse f(out)
; Lanes that nobody uses have no shift of their own: the others are shifted into the exponent.
; CHECK: @f.grad
define float @f(float %x) {
  %i = fptosi float %x to i32
  %v = insertelement <2 x i32> poison, i32 %i, i64 0
  %s = shl <2 x i32> %v, <i32 23, i32 poison>
  %t = add <2 x i32> %s, <i32 1065353216, i32 poison>
  %n = bitcast <2 x i32> %t to <2 x float>
  %e = extractelement <2 x float> %n, i64 0
  %r = fmul float %e, %x
  ret float %r
}
