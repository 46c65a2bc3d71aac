; RUN: reverse f(dup, dup, const) --optimize
; What a thread keeps is in variables of its own, if its size is known.
; CHECK: define internal void @f.grad(
; CHECK: alloca [80 x i8], align 16
; CHECK-NOT: @enzyme_rs_tape
; CHECK: ret void
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
  %more = icmp ult i64 %next, 10
  br i1 %more, label %loop, label %done
done:
  store double %t, ptr %y
  ret void
}
