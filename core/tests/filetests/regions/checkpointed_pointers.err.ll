; RUN: diagnostics f(dup, const)
; Steps that exchange pointers: shadows would not move.
; CHECK: steps that are run again from checkpoints move pointers, which a checkpoint does not bring back in the shadow [EZ0108]
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, i64 %n) {
entry:
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %x, ptr %x, i64 16)
  %p = load ptr, ptr %x
  %y = load double, ptr %p
  ret double %y
}
define void @body(i64 %i, ptr %x) {
entry:
  %at = getelementptr i8, ptr %x, i64 8
  %p = load ptr, ptr %x
  %q = load ptr, ptr %at
  store ptr %q, ptr %x
  store ptr %p, ptr %at
  ret void
}
