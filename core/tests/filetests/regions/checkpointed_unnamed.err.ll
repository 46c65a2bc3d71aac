; RUN: diagnostics f(dup, dup, const)
; Memory that the steps change and no checkpoint holds.
; CHECK: steps that are run again from checkpoints change memory that no checkpoint holds [EZ0108]
; CHECK: help: name it
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, ptr %z, i64 %n) {
entry:
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %x, ptr %z, i64 64)
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %x) {
entry:
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
