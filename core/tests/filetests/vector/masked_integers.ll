; Integers under a mask, beside active numbers: inactive.
; RUN: reverse f(dup, dup, const) -> noret
declare <2 x i64> @llvm.masked.load.v2i64.p0(ptr, <2 x i1>, <2 x i64>)
define double @f(ptr %p, ptr %n, <2 x i1> %m) {
entry:
  %v = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr %n, <2 x i1> %m, <2 x i64> zeroinitializer)
  %c = sitofp <2 x i64> %v to <2 x double>
  %k = extractelement <2 x double> %c, i64 1
  %x = load double, ptr %p, align 8
  %r = fmul double %x, %k
  ret double %r
}
; CHECK: fmul double
