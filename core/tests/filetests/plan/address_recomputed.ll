; RUN: plan f(dup, dup, const)
; A gather: the index is read again, the shadow address computed again.
; CHECK: plan of f.grad
; CHECK-NOT: keep
; CHECK: recompute shadow of %at
define double @f(ptr noalias %a, ptr noalias %ix, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %it = getelementptr i64, ptr %ix, i64 %i
  %k = load i64, ptr %it
  %at = getelementptr double, ptr %a, i64 %k
  %x = load double, ptr %at
  %sum = fadd double %s, %x
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
