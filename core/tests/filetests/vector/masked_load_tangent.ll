; The tangents of masked accesses are masked accesses of shadows; lanes left out take the other operand's tangent.
; RUN: forward f(dup, const)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
define void @f(ptr %p, <4 x i1> %m) {
entry:
  %o = load <4 x double>, ptr %p, align 8
  %q = getelementptr i8, ptr %p, i64 32
  %v = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %q, <4 x i1> %m, <4 x double> %o)
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v, ptr %p, <4 x i1> %m)
  ret void
}
; CHECK: %masked = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %0, <4 x i1> %m, <4 x double> %tan)
; CHECK: call void @llvm.masked.store.v4f64.p0(<4 x double> %masked, ptr %p.shadow, <4 x i1> %m)
