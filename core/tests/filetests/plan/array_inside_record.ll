; RUN: plan f(dup, const, out)
; A countable loop inside an uncountable one: an array for each record.
; CHECK: keep %x in an array over [inner]
define double @f(ptr noalias %a, i64 %m, double %t) {
entry:
  br label %outer
outer:
  %s = phi double [ 0.0, %entry ], [ %s.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %at = getelementptr double, ptr %a, i64 %j
  %x = load double, ptr %at
  %y = fmul double %x, %x
  store double %y, ptr %at
  %j.next = add i64 %j, 1
  %j.more = icmp slt i64 %j.next, %m
  br i1 %j.more, label %inner, label %latch
latch:
  %s.next = fadd double %s, %t
  %more = fcmp olt double %s.next, 3.0
  br i1 %more, label %outer, label %done
done:
  %r = load double, ptr %a
  ret double %r
}
