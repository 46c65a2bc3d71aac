; RUN: reverse f(dup)
; A kernel may read variables of the device that only its file knows, and leave what it likes in shared memory, where nobody finds it again.
; CHECK: define ptx_kernel void @k__enzyme_rs_reverse(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@left = internal addrspace(1) externally_initialized global double undef
@tile = internal addrspace(3) global double undef
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @shares, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr %x) {
  %v = load double, ptr %x
  %by = load double, ptr addrspacecast (ptr addrspace(1) @left to ptr)
  %w = fmul double %v, %by
  store double %w, ptr %x
  ret void
}
define ptx_kernel void @shares(ptr %x) {
  %v = load double, ptr %x
  store double %v, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  ret void
}
define void @f(ptr %x) {
  ret void
}
