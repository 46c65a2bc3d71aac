; RUN: diagnostics f(dup)
; The host does not know of a number in what is declared as integers.
; CHECK: error: the kernel takes the bits of a number from its parameter 2, where the type has integers or bytes [EZ0202]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr %x, ptr byval({ i64 }) %s, i64 %n) {
  %c = load double, ptr %s
  %v = load double, ptr %x
  %w = fmul double %v, %c
  store double %w, ptr %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
