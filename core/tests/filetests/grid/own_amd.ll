; RUN: reverse f(dup, dup)
; As own.ll for AMD's devices: LLVM asks by itself.
; CHECK: define internal void @sum_of.rev(
; CHECK-NOT: isspacep
; CHECK: atomicrmw fadd ptr
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
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
  %local = alloca [4 x double], addrspace(5)
  %array = addrspacecast ptr addrspace(5) %local to ptr
  %second = getelementptr double, ptr %array, i32 1
  %v = load double, ptr %x
  store double %v, ptr %array
  store double %v, ptr %second
  %sum = call double @sum_of(ptr %array, i32 1)
  store double %sum, ptr %y
  ret void
}
