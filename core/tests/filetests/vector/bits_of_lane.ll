; RUN: reverse f(out, const)
; As bits_of_lane.err.ll, with the exponent alone, which is constant between jumps.
; CHECK: @f.grad
define double @f(double %x, i32 %k) {
  %s = fptrunc double %x to float
  %a = insertelement <2 x float> poison, float %s, i32 0
  %b = insertelement <2 x float> %a, float 1.0, i32 1
  %bits = bitcast <2 x float> %b to <2 x i32>
  %i = extractelement <2 x i32> %bits, i32 %k
  %e = lshr i32 %i, 23
  %n = sitofp i32 %e to double
  %y = fadd double %n, %x
  ret double %y
}
