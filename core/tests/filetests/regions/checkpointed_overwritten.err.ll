; RUN: diagnostics f(dup, dup, const)
; What the steps only read is overwritten before they are reversed.
; CHECK: steps that are run again from checkpoints read memory that they do not change, and what follows may overwrite it before they are reversed [EZ0108]
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, ptr noalias %z, i64 %n) {
entry:
  %s = alloca {ptr, ptr}
  %second = getelementptr i8, ptr %s, i64 8
  store ptr %x, ptr %s
  store ptr %z, ptr %second
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %s, ptr %x, i64 8)
  %y = load double, ptr %x
  store double %y, ptr %z
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %s, ptr %x, i64 8)
  %w = load double, ptr %x
  ret double %w
}
define void @body(i64 %i, ptr %s) {
entry:
  %second = getelementptr i8, ptr %s, i64 8
  %x = load ptr, ptr %s
  %z = load ptr, ptr %second
  %a = load double, ptr %x
  %k = load double, ptr %z
  %b = fmul double %a, %k
  store double %b, ptr %x
  ret void
}
