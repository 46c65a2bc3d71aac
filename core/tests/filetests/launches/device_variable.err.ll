; RUN: diagnostics f(dup)
; As device_variable.ll, but another file defines a variable.
; CHECK: error: the kernel uses the variable `total` of the device, which another file defines [EZ0302]
; CHECK: note: in function `k`
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@params = addrspace(4) externally_initialized constant [4 x double] zeroinitializer
@total = external addrspace(1) externally_initialized global double
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
