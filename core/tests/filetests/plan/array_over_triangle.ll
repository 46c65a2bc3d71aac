; RUN: plan f(dup, const)
; The inner count depends on the outer counter: an array for each outer iteration.
; CHECK: keep %x in an array over [inner]
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %at = getelementptr double, ptr %a, i64 %j
  %x = load double, ptr %at
  %y = fmul double %x, %x
  store double %y, ptr %at
  %j.next = add i64 %j, 1
  %j.more = icmp sle i64 %j.next, %i
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %outer, label %done
done:
  %r = load double, ptr %a
  ret double %r
}
