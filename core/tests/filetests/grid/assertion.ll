; RUN: diagnostics f(dup, dup)
; `assert` of CUDA: the function that says so does not come back, and nothing that threads share is given to it.
; CHECK-NOT: [EZ
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [2 x i8] c"x\00"
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %holds = fcmp ogt double %v, 0.0
  br i1 %holds, label %on, label %fails
fails:
  call void @__assertfail(ptr @text, ptr @text, i32 1, ptr @text, i64 1)
  br label %on
on:
  %s = fmul double %v, %v
  store double %s, ptr %y
  ret void
}
