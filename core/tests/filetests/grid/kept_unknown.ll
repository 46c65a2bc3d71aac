; RUN: reverse f(dup, dup, const) --optimize
; As kept.ll, of unknown size: in what the host has given each thread. No kernel calls `malloc`.
; CHECK: define internal void @f.grad(
; CHECK: call ptr @enzyme_rs_tape_push(
; CHECK: call void @enzyme_rs_tape_release(
; CHECK-NOT: @malloc
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare double @__nv_sin(double)
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  %v = load double, ptr %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ %v, %entry ], [ %t, %loop ]
  %t = call double @__nv_sin(double %s)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store double %t, ptr %y
  ret void
}
