; RUN: diagnostics f(dup)
; Numbers behind a pointer that lies in a variable of the device of which the program says that it does not vary.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
@table = external addrspace(4) externally_initialized constant ptr
@__enzyme_inactive_global = global ptr addrspacecast (ptr addrspace(4) @table to ptr)
define ptx_kernel void @k(ptr %x) {
  %t = load ptr, ptr addrspacecast (ptr addrspace(4) @table to ptr)
  %v = load double, ptr %t
  %u = load double, ptr %x
  %w = fmul double %u, %v
  store double %w, ptr %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
