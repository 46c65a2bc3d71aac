; RUN: diagnostics f(dup, const)
; Steps that print would print again.
; CHECK: steps that are run again from checkpoints cannot be run again: they call `printf`, which uses what the program does not see, or obtains or frees memory that outlives them [EZ0108]
@text = private constant [3 x i8] c"%d\00"
declare i32 @printf(ptr, ...)
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, i64 %n) {
entry:
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %x, ptr %x, i64 64)
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
