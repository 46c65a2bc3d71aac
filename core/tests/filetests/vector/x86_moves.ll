; Horizontal sums, alternating signs, choices by sign bits and narrower numbers, as generic instructions.
; RUN: reverse f(dup, dup)
declare <2 x double> @llvm.x86.sse3.hadd.pd(<2 x double>, <2 x double>)
declare <2 x double> @llvm.x86.sse3.addsub.pd(<2 x double>, <2 x double>)
declare <2 x double> @llvm.x86.sse41.blendvpd(<2 x double>, <2 x double>, <2 x double>)
declare <2 x double> @llvm.x86.sse41.dppd(<2 x double>, <2 x double>, i8)
declare <4 x float> @llvm.x86.sse2.cvtsd2ss(<4 x float>, <2 x double>)
define float @f(ptr %a, ptr %b) {
entry:
  %x = load <2 x double>, ptr %a, align 8
  %y = load <2 x double>, ptr %b, align 8
  %h = call <2 x double> @llvm.x86.sse3.hadd.pd(<2 x double> %x, <2 x double> %y)
  %s = call <2 x double> @llvm.x86.sse3.addsub.pd(<2 x double> %h, <2 x double> %y)
  %c = call <2 x double> @llvm.x86.sse41.blendvpd(<2 x double> %s, <2 x double> %x, <2 x double> %y)
  %d = call <2 x double> @llvm.x86.sse41.dppd(<2 x double> %c, <2 x double> %s, i8 49)
  %n = call <4 x float> @llvm.x86.sse2.cvtsd2ss(<4 x float> zeroinitializer, <2 x double> %d)
  %r = extractelement <4 x float> %n, i64 0
  ret float %r
}
; CHECK-NOT: llvm.x86
; CHECK: fpext float
