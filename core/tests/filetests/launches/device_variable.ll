; RUN: reverse f(dup)
; Derivatives are handed the shadow of each variable of numbers that a kernel names, also below; an integer, and what only this file knows, keep their names. The facts say
; where variables lie.
; CHECK: define ptx_kernel void @k__enzyme_rs_facts(ptr %0)
; CHECK: store i64 ptrtoint (ptr addrspacecast (ptr addrspace(1) @total to ptr) to i64), ptr %
; CHECK: store i64 ptrtoint (ptr addrspacecast (ptr addrspace(1) @count to ptr) to i64), ptr %
; CHECK-NOT: @own to ptr) to i64
; CHECK: define ptx_kernel void @k__enzyme_rs_augmented(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6)
; CHECK: define ptx_kernel void @k__enzyme_rs_reverse(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6)
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@params = addrspace(4) externally_initialized constant [4 x double] zeroinitializer
@total = addrspace(1) externally_initialized global double 0.0
@count = addrspace(1) externally_initialized global i32 0
@own = internal addrspace(1) global double 2.0
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define internal double @scaled(double %v) noinline {
  %by = load double, ptr addrspacecast (ptr addrspace(4) @params to ptr)
  %s = fmul double %v, %by
  ret double %s
}
define ptx_kernel void @k(ptr %x) {
  %v = load double, ptr %x
  %n = load i32, ptr addrspacecast (ptr addrspace(1) @count to ptr)
  %f = sitofp i32 %n to double
  %s = call double @scaled(double %v)
  %o = load double, ptr addrspacecast (ptr addrspace(1) @own to ptr)
  %t = fmul double %s, %o
  %w = fmul double %t, %f
  store double %w, ptr addrspacecast (ptr addrspace(1) @total to ptr)
  ret void
}
define void @f(ptr %x) {
  ret void
}
