; RUN: diagnostics f(dup, const)
; As marked_unnamed.ll, without the memory behind the states: what to do is said of the mark.
; CHECK: steps that are run again from checkpoints change memory that no checkpoint holds [EZ0108]
; CHECK: help: name it, and its bytes, in the mark of the loop: enzyme_rs_checkpoint(states, memory, bytes, …)
declare void @enzyme_rs_checkpoint(i64, ...)
define double @f(ptr %u, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void (i64, ...) @enzyme_rs_checkpoint(i64 3)
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
