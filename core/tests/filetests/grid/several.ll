; RUN: reverse f(dup, dup)
; A function of two results is LLVM's while it is differentiated, and the library's again behind that.
; CHECK: define internal void @f.grad(
; CHECK: call void @__nv_sincos(double %
; CHECK-NOT: llvm.sincos
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @__nv_sincos(double, ptr, ptr)
define void @f(ptr %x, ptr %y) {
entry:
  %s = alloca double
  %c = alloca double
  %v = load double, ptr %x
  call void @__nv_sincos(double %v, ptr %s, ptr %c)
  %sine = load double, ptr %s
  %cosine = load double, ptr %c
  %p = fmul double %sine, %cosine
  store double %p, ptr %y
  ret void
}
