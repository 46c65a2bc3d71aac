; RUN: diagnostics _Z4drawP24curandStatePhilox4_32_10Pd(dup, dup)
; A state of a generator of random numbers is copied.
; CHECK: error: cannot deduce the type of the copied memory [EZ0201]
; CHECK: help: draw random numbers in a kernel of their own, marked ENZYME_RS_KERNEL_INACTIVE
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @_Z4drawP24curandStatePhilox4_32_10Pd(ptr %state, ptr %y) {
entry:
  %v = load double, ptr %y
  %s = fmul double %v, %v
  store double %s, ptr %y
  %next = getelementptr i8, ptr %state, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr %next, ptr %state, i64 64, i1 false)
  ret void
}
