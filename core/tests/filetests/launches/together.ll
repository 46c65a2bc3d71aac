; RUN: reverse f(dup)
; All threads read one number: those that run together add their adjoints' sum, and for others each adds its own, as where each has an address of its own.
; No thread has memory of its own there: the host has handed over the pointers.
; CHECK: define internal void @k.rev(
; CHECK: call void @enzyme_rs_grid_add_all_f32(ptr
; CHECK: call void @enzyme_rs_grid_add_all(ptr
; CHECK-NOT: isspacep.local
; CHECK: atomicrmw fadd ptr
; CHECK-COUNT: 1 call void @enzyme_rs_grid_add_all_f32(
; CHECK-COUNT: 1 call void @enzyme_rs_grid_add_all(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %a, ptr %b, ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp slt i32 %t, %n
  br i1 %is, label %work, label %done
work:
  %at = getelementptr double, ptr %x, i32 %t
  %v = load double, ptr %at
  %third = getelementptr double, ptr %a, i32 2
  %factor = load double, ptr %third
  %last = getelementptr float, ptr %b, i32 %n
  %shift.f = load float, ptr %last
  %shift = fpext float %shift.f to double
  %w = fmul double %v, %factor
  %u = fadd double %w, %shift
  %to = getelementptr double, ptr %y, i32 %t
  store double %u, ptr %to
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
