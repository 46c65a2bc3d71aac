; RUN: reverse f(dup)
; A structure that a kernel is handed by value, and hands on by value: it is copied for the function, which has come in line, and indexes an array in it. It is read where it lies,
; so that the integer beside the array stays one.
; CHECK: define ptx_kernel void @k__enzyme_rs_reverse(ptr %0, ptr %1, ptr byval(%given) align 8 %2, ptr %3, i32 %4, ptr %5, i64 %6, ptr %7)
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%given = type { i32, [4 x double], double }
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr %x, ptr byval(%given) align 8 %g, i32 %t) {
  %handed = alloca %given, align 8
  %own = alloca %given, align 8
  call void @llvm.lifetime.start.p0(ptr %handed)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %handed, ptr align 8 %g, i64 48, i1 false)
  call void @llvm.lifetime.start.p0(ptr %own)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 %handed, i64 48, i1 false)
  call void @llvm.lifetime.end.p0(ptr %handed)
  %a = getelementptr inbounds %given, ptr %own, i32 0, i32 1
  %i = srem i32 %t, 4
  %at = getelementptr inbounds [4 x double], ptr %a, i32 0, i32 %i
  %v = load double, ptr %at
  %n = load i32, ptr %own
  %f = sitofp i32 %n to double
  %u = load double, ptr %x
  %w = fmul double %u, %v
  %s = fmul double %w, %f
  store double %s, ptr %x
  call void @llvm.lifetime.end.p0(ptr %own)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @f(ptr %x) {
  ret void
}
