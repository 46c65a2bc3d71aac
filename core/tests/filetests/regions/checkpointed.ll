; RUN: reverse f(dup, const)
; Steps with checkpoints are one call of the driver in the forward sweep, and one in the reverse pass, which is given the step and its
; whole derivative; the steps by themselves are not differentiated.
; CHECK: @f.grad
; CHECK: call ptr @enzyme_rs_steps_forward(i64 %n, i64 5, ptr
; CHECK: call void @enzyme_rs_steps_reverse(ptr
; CHECK: @body.grad
; CHECK-NOT: .steps1.
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, i64 %n) {
entry:
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %x, ptr %x, i64 64)
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %x) {
entry:
  %m = and i64 %i, 7
  %at = getelementptr double, ptr %x, i64 %m
  %a = load double, ptr %at
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
