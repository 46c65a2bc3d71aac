; RUN: diagnostics f(dup, const)
; Twin of checkpointed_output.err.ll: with a tape of all steps none is run again.
; CHECK-NOT: EZ
@text = private constant [3 x i8] c"%d\00"
declare i32 @printf(ptr, ...)
declare void @enzyme_rs_for_each(i64, ptr, ptr)
define double @f(ptr %x, i64 %n) {
entry:
  call void @enzyme_rs_for_each(i64 %n, ptr @body, ptr %x)
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %x) {
entry:
  %p = call i32 (ptr, ...) @printf(ptr @text, i64 %i)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
