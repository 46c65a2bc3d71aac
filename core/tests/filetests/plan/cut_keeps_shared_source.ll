; RUN: plan f(dup, const)
; Three needed values follow from one: only that one is kept.
; CHECK: keep %x in an array over [loop]
; CHECK-COUNT: 1 keep
; CHECK: recompute %u
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %u = fmul double %x, %x
  %v = fmul double %u, %x
  %w = fmul double %v, %u
  store double %w, ptr %at
  %sum = fadd double %s, %w
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
