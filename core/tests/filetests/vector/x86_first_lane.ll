; The scalar forms of x86 take lane 0; the other lanes go past them.
; RUN: reverse f(dup, dup)
declare <2 x double> @llvm.x86.sse2.min.sd(<2 x double>, <2 x double>)
define double @f(ptr %a, ptr %b) {
entry:
  %x = load <2 x double>, ptr %a, align 8
  %y = load <2 x double>, ptr %b, align 8
  %m = call <2 x double> @llvm.x86.sse2.min.sd(<2 x double> %x, <2 x double> %y)
  %p = extractelement <2 x double> %m, i64 0
  %q = extractelement <2 x double> %m, i64 1
  %r = fmul double %p, %q
  ret double %r
}
; CHECK: call <2 x double> @llvm.x86.sse2.min.sd
; CHECK: extractelement <2 x double> %x, i64 1
; CHECK: fcmp olt <2 x double>
; CHECK: shufflevector <2 x double>
