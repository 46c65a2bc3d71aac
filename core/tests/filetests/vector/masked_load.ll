; What the mask leaves out is neither read nor written in the shadow.
; RUN: reverse f(dup, const)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
define void @f(ptr %p, <4 x i1> %m) {
entry:
  %v = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, <4 x i1> %m, <4 x double> poison)
  %w = fmul <4 x double> %v, splat (double 2.0)
  %q = getelementptr i8, ptr %p, i64 32
  call void @llvm.masked.store.v4f64.p0(<4 x double> %w, ptr %q, <4 x i1> %m)
  ret void
}
; CHECK: %v = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, <4 x i1> %m, <4 x double> zeroinitializer)
; CHECK: %masked = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %1, <4 x i1> %m, <4 x double> zeroinitializer)
; CHECK: call void @llvm.masked.store.v4f64.p0(<4 x double> zeroinitializer, ptr %1, <4 x i1> %m)
; CHECK: call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p.shadow, <4 x i1> %m, <4 x double> zeroinitializer)
; CHECK: call void @llvm.masked.store.v4f64.p0(
