; RUN: plan f(dup, const)
; A loop that counts down is countable all the same.
; CHECK: keep %x in an array over [loop]
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %y = fmul double %x, %x
  store double %y, ptr %at
  %next = add nsw i64 %i, -1
  %more = icmp sgt i64 %next, 0
  br i1 %more, label %loop, label %done
done:
  %r = load double, ptr %a
  ret double %r
}
