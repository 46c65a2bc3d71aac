; RUN: reverse f(dup)
; What is changed of a copy of the structure stays a copy: behind it, the structure is as it was.
; CHECK: 2.000000e+00
; CHECK: call void @enzyme_rs_grid_add_all(ptr %g.shadow
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%given = type { double, double }
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr %x, ptr byval(%given) align 8 %g) {
  %own = alloca %given, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 %g, i64 16, i1 false)
  store double 2.0, ptr %own
  %v = load double, ptr %own
  %was = load double, ptr %g
  %u = load double, ptr %x
  %w = fmul double %u, %v
  %s = fmul double %w, %was
  store double %s, ptr %x
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %x) {
  ret void
}
