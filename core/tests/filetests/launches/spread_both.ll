; RUN: reverse f(dup)
; What a function keeps that stays a call lies together; the loop's own numbers, and what leads there, are spread: a thread has room for both.
; CHECK: store i64 3, ptr
; CHECK: call ptr @enzyme_rs_grid_push_spread(i64
; CHECK: call ptr @enzyme_rs_tape_push(i64
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define internal double @g(ptr %x) noinline {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  ret double %w
}
define ptx_kernel void @k(ptr %x, double %stop) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %x, i32 %t
  %first = load double, ptr %at
  br label %loop
loop:
  %v = phi double [ %first, %entry ], [ %square, %loop ]
  %g = call double @g(ptr %at)
  %square = fmul double %v, %g
  %more = fcmp olt double %square, %stop
  br i1 %more, label %loop, label %done
done:
  store double %square, ptr %at
  ret void
}
define void @f(ptr %x) {
  ret void
}
