; RUN: diagnostics f(dup, const)
; The mark names the memory that the iterations change.
declare void @enzyme_rs_checkpoint(i64, ...)
define double @f(ptr %u, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void (i64, ...) @enzyme_rs_checkpoint(i64 3, ptr %u, i64 800)
  %at = getelementptr double, ptr %u, i64 %i
  %v = load double, ptr %at
  %w = fmul double %v, %v
  store double %w, ptr %at
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %y = load double, ptr %u
  ret double %y
}
