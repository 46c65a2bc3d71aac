; RUN: reverse f(dup, const, const)
; Bytes are an `int`: nothing says the type of what follows the named arguments of the call.
; CHECK: @f.grad
; CHECK: zext i32 %bytes to i64
; CHECK: call ptr @enzyme_rs_steps_forward(i64 %n, i64 5, ptr
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, i64 %n, i32 %bytes) {
entry:
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %x, ptr %x, i32 %bytes)
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
