; RUN: reverse f(dup, dup)
; All threads add to what they read, in the whole device; the cosine is that of the device's library.
; CHECK: define internal void @f.grad(
; CHECK: call double @__nv_cos(
; CHECK: atomicrmw fadd ptr %x.shadow, double %2 syncscope("device") monotonic
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare double @__nv_sin(double)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %s = call double @__nv_sin(double %v)
  store double %s, ptr %y
  ret void
}
