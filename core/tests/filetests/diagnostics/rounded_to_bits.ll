; RUN: reverse f(out, out)
; As rounded_to_bits.err.ll, but it becomes the exponent alone, which is constant between jumps; in vectors, too.
; CHECK: @f.grad
define float @f(float %x, <4 x float> %s) {
  %i = fptosi float %x to i32
  %b = add i32 %i, 127
  %e = shl i32 %b, 23
  %z = bitcast i32 %e to float
  %vi = fptosi <4 x float> %s to <4 x i32>
  %vb = add <4 x i32> %vi, <i32 127, i32 127, i32 127, i32 127>
  %ve = shl <4 x i32> %vb, <i32 23, i32 23, i32 23, i32 23>
  %vz = bitcast <4 x i32> %ve to <4 x float>
  %m = fmul <4 x float> %vz, %s
  %w = shufflevector <4 x float> %m, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %t = fadd <4 x float> %m, %w
  %l = extractelement <4 x float> %t, i32 0
  %k = extractelement <4 x float> %t, i32 2
  %p = fmul float %z, %x
  %q = fadd float %p, %l
  %r = fadd float %q, %k
  ret float %r
}
