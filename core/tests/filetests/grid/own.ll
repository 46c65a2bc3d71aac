; RUN: reverse f(dup, dup)
; A function that stays a call is handed memory of the thread's own: NVIDIA's devices have no atomic additions there, and so the address is asked first.
; CHECK: define internal void @sum_of.rev(
; CHECK: call i1 @llvm.nvvm.isspacep.local(ptr
; CHECK: atomicrmw fadd ptr
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define double @sum_of(ptr %v, i32 %n) {
entry:
  %is = icmp sle i32 %n, 0
  br i1 %is, label %last, label %more
last:
  %first = load double, ptr %v
  ret double %first
more:
  %below = sub i32 %n, 1
  %rest = call double @sum_of(ptr %v, i32 %below)
  %at = getelementptr double, ptr %v, i32 %n
  %own = load double, ptr %at
  %product = fmul double %own, %rest
  ret double %product
}
define void @f(ptr %x, ptr %y) {
entry:
  %array = alloca [4 x double]
  %second = getelementptr double, ptr %array, i32 1
  %v = load double, ptr %x
  store double %v, ptr %array
  store double %v, ptr %second
  %sum = call double @sum_of(ptr %array, i32 1)
  store double %sum, ptr %y
  ret void
}
