; RUN: diagnostics f(out)
; A number that is rounded becomes the digits of another one.
; CHECK: active data is computed with as an integer [EZ0203]
define float @f(float %x) {
  %y = fmul float %x, 0x4160000000000000
  %i = fptosi float %y to i32
  %b = add i32 %i, 1065353216
  %z = bitcast i32 %b to float
  ret float %z
}
