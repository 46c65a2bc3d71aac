; Moves of lanes are shuffles.
; RUN: reverse f(dup)
declare <4 x double> @llvm.vector.interleave2.v4f64(<2 x double>, <2 x double>)
declare { <2 x double>, <2 x double> } @llvm.vector.deinterleave2.v4f64(<4 x double>)
declare <4 x double> @llvm.vector.reverse.v4f64(<4 x double>)
declare <4 x double> @llvm.vector.splice.left.v4f64(<4 x double>, <4 x double>, i32)
declare <2 x double> @llvm.vector.extract.v2f64.v4f64(<4 x double>, i64)
declare <4 x double> @llvm.vector.insert.v4f64.v2f64(<4 x double>, <2 x double>, i64)
define double @f(ptr %p) {
entry:
  %v = load <4 x double>, ptr %p, align 8
  %d = call { <2 x double>, <2 x double> } @llvm.vector.deinterleave2.v4f64(<4 x double> %v)
  %a = extractvalue { <2 x double>, <2 x double> } %d, 0
  %b = extractvalue { <2 x double>, <2 x double> } %d, 1
  %i = call <4 x double> @llvm.vector.interleave2.v4f64(<2 x double> %b, <2 x double> %a)
  %r = call <4 x double> @llvm.vector.reverse.v4f64(<4 x double> %i)
  %s = call <4 x double> @llvm.vector.splice.left.v4f64(<4 x double> %r, <4 x double> %v, i32 1)
  %e = call <2 x double> @llvm.vector.extract.v2f64.v4f64(<4 x double> %s, i64 2)
  %n = call <4 x double> @llvm.vector.insert.v4f64.v2f64(<4 x double> %v, <2 x double> %e, i64 0)
  %q = fmul <4 x double> %n, %s
  %x = extractelement <4 x double> %q, i64 1
  ret double %x
}
; CHECK-NOT: @llvm.vector
; CHECK: fmul
