; RUN: diagnostics f(dup, const)
; The pointers lie behind the context, in memory that is written again: their shadows would be others.
; CHECK: find pointers in memory where other pointers may lie when they are reversed [EZ0108]
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, i64 %n) {
entry:
  %c = alloca ptr
  %d = alloca ptr
  store ptr %c, ptr %d
  br label %around
around:
  %k = phi i64 [ 0, %entry ], [ %next, %around ]
  %at = getelementptr double, ptr %x, i64 %k
  store ptr %at, ptr %c
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 3, i64 2, ptr @body, ptr %d, ptr %x, i64 80, ptr %c, i64 8)
  %next = add i64 %k, 1
  %more = icmp slt i64 %next, 10
  br i1 %more, label %around, label %done
done:
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %d) noinline {
entry:
  %c = load ptr, ptr %d
  %p = load ptr, ptr %c
  %a = load double, ptr %p
  %b = fmul double %a, %a
  store double %b, ptr %p
  ret void
}
