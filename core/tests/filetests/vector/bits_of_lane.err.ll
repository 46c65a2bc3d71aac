; RUN: diagnostics f(out, const)
; All bits of a number in a lane are taken for an integer, and that for a number.
; CHECK: active data is computed with as an integer [EZ0203]
define double @f(double %x, i32 %k) {
  %s = fptrunc double %x to float
  %a = insertelement <2 x float> poison, float %s, i32 0
  %b = insertelement <2 x float> %a, float 1.0, i32 1
  %bits = bitcast <2 x float> %b to <2 x i32>
  %i = extractelement <2 x i32> %bits, i32 %k
  %n = sitofp i32 %i to double
  ret double %n
}
