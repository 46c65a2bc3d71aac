; RUN: reverse f(dup) --mark-kernels=lib::*
; Kernels that an option names: one gets derivatives, and one says in its facts why it has none; a third is not named.
; CHECK: define ptx_kernel void @_ZN3lib1kEPd__enzyme_rs_reverse(ptr
; CHECK: define ptx_kernel void @_ZN3lib5leaveEPd__enzyme_rs_facts(ptr %0)
; CHECK: store i64 -1, ptr
; CHECK: define ptx_kernel void @_ZN3lib5leaveEPd__enzyme_rs_reverse()
; CHECK: ret void
; CHECK-NOT: @_Z5otherPd__enzyme_rs
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@left = internal addrspace(1) externally_initialized global double undef
define ptx_kernel void @_ZN3lib1kEPd(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  ret void
}
define ptx_kernel void @_ZN3lib5leaveEPd(ptr %x) {
  %v = load double, ptr %x
  store double %v, ptr addrspacecast (ptr addrspace(1) @left to ptr)
  ret void
}
define ptx_kernel void @_Z5otherPd(ptr %x) {
  store double 1.0, ptr %x
  ret void
}
define void @f(ptr %x) {
  ret void
}
