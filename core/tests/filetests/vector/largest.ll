; One lane wins, at ties, too: the steps are maxima of two, each of which has one winner.
; RUN: reverse f(dup)
declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
define double @f(ptr %p) {
entry:
  %v = load <4 x double>, ptr %p, align 8
  %s = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %v)
  ret double %s
}
; CHECK-NOT: llvm.vector.reduce
; CHECK: call <2 x double> @llvm.maxnum.v2f64
; CHECK: fcmp oeq
