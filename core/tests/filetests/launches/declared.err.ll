; RUN: diagnostics f(dup)
; A number behind what is declared as `const int *`: the host believes that there are integers.
; CHECK: error: the kernel's parameter 1 leads to other numbers than its type says [EZ0202]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z1kPKiPd, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @_Z1kPKiPd(ptr %b, ptr %y) {
  %v = load float, ptr %b
  %w = fmul float %v, %v
  %d = fpext float %w to double
  store double %d, ptr %y
  ret void
}
define void @f(ptr %x) {
  ret void
}
