; RUN: reverse f(dup)
; All threads read one number that none writes: each keeps its sum and where it belongs, and their block adds them up at the end, to which all of its threads come.
; What may be the memory that is written, because nobody says that it is not, is added to by those that run together, where they do.
; CHECK: define internal void @k.rev(
; CHECK: call void @enzyme_rs_grid_clear(ptr addrspacecast (ptr addrspace(3) @enzyme_rs_grid_sums to ptr), i64 32)
; CHECK: call void @enzyme_rs_grid_give(ptr
; CHECK: call void @enzyme_rs_grid_give(ptr
; CHECK: call void @enzyme_rs_grid_take(ptr addrspacecast (ptr addrspace(3) @enzyme_rs_grid_sums to ptr), i64 2, i64 2)
; CHECK-NOT: enzyme_rs_grid_give
; CHECK: call void @enzyme_rs_grid_add_all(ptr %c.shadow,
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr noalias %a, ptr noalias %b, ptr %c, ptr %x, ptr %y, i32 %n) {
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
  %maybe = load double, ptr %c
  %s = fmul double %w, %maybe
  %u = fadd double %s, %shift
  %to = getelementptr double, ptr %y, i32 %t
  store double %u, ptr %to
  br label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
