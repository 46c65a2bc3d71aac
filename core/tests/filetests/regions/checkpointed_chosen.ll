; RUN: diagnostics f(dup, dup, const)
; Twin of checkpointed_chosen.err.ll. Steps that change one of two arrays, by the number of the step: both are named.
; CHECK-NOT: EZ
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, ptr %z, i64 %n) {
entry:
  %both = alloca [2 x ptr]
  %second = getelementptr [2 x ptr], ptr %both, i64 0, i64 1
  store ptr %x, ptr %both
  store ptr %z, ptr %second
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %both, ptr %x, i64 8, ptr %z, i64 8)
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %both) {
entry:
  %odd = and i64 %i, 1
  %at = getelementptr ptr, ptr %both, i64 %odd
  %x = load ptr, ptr %at
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
