; RUN: plan f(dup, const)
; The tape of a call in a loop is kept for each iteration.
; CHECK: in an array over [loop]
; CHECK: plan of g.aug
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  call void @g(ptr %at)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = load double, ptr %a
  ret double %r
}
define void @g(ptr %p) {
entry:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret void
}
