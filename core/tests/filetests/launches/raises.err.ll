; RUN: diagnostics f(dup)
; What is read in the next iteration may lie in the memory of the maximum: it would be a number whose owner is not known before the end.
; CHECK: a number is read that an atomic maximum or minimum of the kernel may have changed [EZ0107]
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %x, ptr %most, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %at
  %w = fmul double %v, %v
  %old = atomicrmw fmax ptr %most, double %w monotonic
  %next = add i32 %i, 32
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @f(ptr %x) {
  ret void
}
