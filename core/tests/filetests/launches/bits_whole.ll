; RUN: reverse f(dup)
; Behind a structure without numbers and pointers stands nothing.
; CHECK: define ptx_kernel void @k__enzyme_rs_reverse(ptr %0, ptr %1, ptr byval({ i64 }) %2, i64 %3, ptr %4, i64 %5, ptr %6)
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr %x, ptr byval({ i64 }) %s, i64 %n) {
  %l = load i64, ptr %s
  %both = add i64 %l, %n
  %c = sitofp i64 %both to double
  %v = load double, ptr %x
  %w = fmul double %v, %c
  store double %w, ptr %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
