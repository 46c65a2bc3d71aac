; Lanes that are surely set are loads; others are masked loads of one lane. Addresses are those of single lanes, whose
; shadows are known.
; RUN: reverse f(dup, const, const)
declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, <4 x i1>, <4 x double>)
define double @f(ptr %p, <4 x i64> %i, i1 %c) {
entry:
  %at = getelementptr double, ptr %p, <4 x i64> %i
  %m = insertelement <4 x i1> <i1 true, i1 false, i1 true, i1 true>, i1 %c, i64 3
  %v = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %at, <4 x i1> %m, <4 x double> poison)
  %a = extractelement <4 x double> %v, i64 0
  %b = extractelement <4 x double> %v, i64 3
  %r = fmul double %a, %b
  ret double %r
}
; CHECK-NOT: gather
; CHECK: call <1 x double> @llvm.masked.load.v1f64.p0
; CHECK: call void @llvm.masked.store.v1f64.p0
