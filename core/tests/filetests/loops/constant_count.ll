; RUN: plan f(dup)
; The cost of keeping grows with the count: %p is kept once outside, not three factors inside.
; CHECK: keep %x in an array over [loop]
define double @f(ptr noalias %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %y = fmul double %x, %x
  store double %y, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %done
done:
  %r = load double, ptr %a
  ret double %r
}
