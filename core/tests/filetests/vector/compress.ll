; Each lane that is set goes behind those before it.
; RUN: reverse f(dup, dup, const)
declare void @llvm.masked.compressstore.v2f64(<2 x double>, ptr, <2 x i1>)
declare <2 x double> @llvm.masked.expandload.v2f64(ptr, <2 x i1>, <2 x double>)
define void @f(ptr %p, ptr %q, <2 x i1> %m) {
entry:
  %v = call <2 x double> @llvm.masked.expandload.v2f64(ptr %p, <2 x i1> %m, <2 x double> zeroinitializer)
  call void @llvm.masked.compressstore.v2f64(<2 x double> %v, ptr %q, <2 x i1> %m)
  ret void
}
; CHECK-NOT: expandload
; CHECK-NOT: compressstore
; CHECK: call void @llvm.masked.store.v1f64.p0(<1 x double> zeroinitializer
