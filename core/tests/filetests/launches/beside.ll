; RUN: reverse f(dup)
; A marked kernel gets derivatives beside it, which are kernels: adjoints of numbers are added to one place by all threads, once for each block.
; CHECK: define ptx_kernel void @k__enzyme_rs_facts(ptr
; CHECK: define ptx_kernel void @k__enzyme_rs_tangent(ptr %0, ptr %1, double %2, double %3, i32 %4
; CHECK: define ptx_kernel void @k__enzyme_rs_augmented(ptr %0, ptr %1, double %2, i32 %3, ptr %4, i64 %5, ptr %6)
; CHECK: call ptr @enzyme_rs_grid_enter(ptr %4, i64 %5, i64
; CHECK: define ptx_kernel void @k__enzyme_rs_reverse(ptr %0, ptr %1, double %2, ptr %3, i32 %4, ptr %5, i64 %6, ptr %7)
; CHECK: call ptr @enzyme_rs_grid_enter_again(ptr %5, i64 %6, i64 16, i64 0, ptr %7)
; CHECK: call void @enzyme_rs_grid_clear(ptr addrspacecast (ptr addrspace(3) @enzyme_rs_grid_sums to ptr), i64 16)
; CHECK: call void @enzyme_rs_grid_give(ptr addrspacecast (ptr addrspace(3) @enzyme_rs_grid_sums to ptr), ptr %3, double
; CHECK: call void @enzyme_rs_grid_take(ptr addrspacecast (ptr addrspace(3) @enzyme_rs_grid_sums to ptr), i64 1, i64 0)
; What a thread keeps lies between that of its neighbours: the tag, of 8 bytes, and behind those of 32 threads the number.
; CHECK-COUNT: 2 call ptr @enzyme_rs_grid_cell(ptr %0, i64 0, i64 8)
; CHECK-COUNT: 1 call ptr @enzyme_rs_grid_cell(ptr %0, i64 8, i64 8)
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %x, double %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp slt i32 %t, %n
  br i1 %is, label %work, label %done
work:
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %w = fmul double %v, %a
  store double %w, ptr %at
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
