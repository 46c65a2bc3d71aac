; RUN: diagnostics f(dup, const)
; Twin of checkpointed_pointers.err.ll: they are only read.
; CHECK-NOT: EZ
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, i64 %n) {
entry:
  %first = load ptr, ptr %x
  %second = getelementptr i8, ptr %x, i64 8
  %o = load ptr, ptr %second
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %x, ptr %x, i64 16, ptr %o, i64 8)
  %p = load ptr, ptr %x
  %y = load double, ptr %p
  ret double %y
}
define void @body(i64 %i, ptr %x) {
entry:
  %at = getelementptr i8, ptr %x, i64 8
  %p = load ptr, ptr %x
  %q = load ptr, ptr %at
  %a = load double, ptr %p
  store double %a, ptr %q
  ret void
}
