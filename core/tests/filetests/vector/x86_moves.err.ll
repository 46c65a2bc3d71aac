; Halves as integers are not followed.
; RUN: diagnostics f(dup, dup)
declare <8 x i16> @llvm.x86.vcvtps2ph.128(<4 x float>, i32)
define float @f(ptr %a, ptr %b) {
entry:
  %x = load <4 x float>, ptr %a, align 8
  %h = call <8 x i16> @llvm.x86.vcvtps2ph.128(<4 x float> %x, i32 0)
  %b8 = bitcast <8 x i16> %h to <8 x half>
  %e = fpext <8 x half> %b8 to <8 x float>
  %r = extractelement <8 x float> %e, i64 0
  ret float %r
}
; CHECK: the intrinsic `llvm.x86.vcvtps2ph.128` has no derivative rule
