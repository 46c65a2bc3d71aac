; RUN: reverse --optimize
; A loop in which the block meets has no second version without atomic additions: which version a thread runs would depend on
; a condition that differs between threads, and so they would wait for each other in different places. One barrier is the primal's and one its adjoint.
; CHECK-COUNT: 2 call void @llvm.nvvm.barrier.cta.sync.aligned.all(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@enzyme_runtime_activity = external global i32
declare void @__enzyme_autodiff(ptr, ...)
define void @f(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 1
  %to = getelementptr double, ptr %y, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %joined ]
  %s = phi double [ 0.0, %entry ], [ %sum, %joined ]
  br i1 %first, label %joined, label %reads
reads:
  %at = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %at
  br label %joined
joined:
  %u = phi double [ 0.5, %loop ], [ %v, %reads ]
  %sum = fadd double %s, %u
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store double %sum, ptr %to
  ret void
}
define void @d(ptr %x, ptr %dx, ptr %y, ptr %dy, i32 %n) {
  %m = load i32, ptr @enzyme_runtime_activity
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %m, ptr %x, ptr %dx, ptr %y, ptr %dy, i32 %n)
  ret void
}
