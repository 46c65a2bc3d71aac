; RUN: diagnostics f(dup)
; The same where the bits of a number lie in the integers of the structure that is handed on.
; CHECK: the kernel takes the bits of a number from its parameter 2, where the type has integers or bytes [EZ0202]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%given = type { i64, [4 x double], double }
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr %x, ptr byval(%given) align 8 %g) {
  %handed = alloca %given, align 8
  %own = alloca %given, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %handed, ptr align 8 %g, i64 48, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 %handed, i64 48, i1 false)
  %f = load double, ptr %own
  %u = load double, ptr %x
  %w = fmul double %u, %f
  store double %w, ptr %x
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %x) {
  ret void
}
