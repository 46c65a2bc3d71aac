; RUN: diagnostics f(dup)
; An address that is handed over as an integer has no shadow.
; CHECK: error: the kernel takes an address from its parameter 1, where the type has integers or bytes [EZ0302]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
%g = type { i64, ptr }
define ptx_kernel void @k(ptr byval(%g) %g) {
  %at = load i64, ptr %g
  %x = inttoptr i64 %at to ptr
  %second = getelementptr i8, ptr %g, i64 8
  %y = load ptr, ptr %second
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %y
  ret void
}
define void @f(ptr %x) {
  ret void
}
