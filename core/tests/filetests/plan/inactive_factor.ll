; RUN: plan f(dup, const, const)
; Only the factor of the active one is read: %x is overwritten and still not kept.
; CHECK: plan of f.grad(dup, const, const) -> active
; CHECK-NOT: keep %x
; CHECK: recompute %w
define double @f(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %bt = getelementptr double, ptr %b, i64 %i
  %x = load double, ptr %at
  %w = load double, ptr %bt
  %y = fmul double %x, %w
  store double %y, ptr %at
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
