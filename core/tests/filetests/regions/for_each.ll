; RUN: reverse f(dup, const)
; A body that stays a call is split; its reverse half runs in a loop from the last iteration to the first.
; CHECK: @f.grad
; CHECK: call { ptr } @body.aug
; CHECK: call void @body.rev
; CHECK: icmp eq i64 %counter4, 0
declare void @enzyme_rs_for_each(i64, ptr, ptr)
define double @f(ptr %x, i64 %n) {
entry:
  call void @enzyme_rs_for_each(i64 %n, ptr @body, ptr %x)
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %x) {
entry:
  %at = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %at
  %b = load double, ptr %x
  %c = fmul double %a, %b
  store double %c, ptr %x
  ret void
}
