; RUN: plan f(const, dup)
; OPEN: the caller leaves the table behind the structure alone, so that it could be read again. That is not noticed: its twin, whose caller writes to the table, has
; the same plan.
; CHECK: plan of row.rev
; CHECK: keep a copy of what is read behind %x before
; CHECK: recompute shadow of %from
define double @f(ptr noalias %matrix, ptr noalias %x) {
entry:
  br label %again
again:
  %k = phi i64 [ 0, %entry ], [ %k.next, %again ]
  %total = phi double [ 0.0, %entry ], [ %total.more, %again ]
  %sum = call double @row(ptr %matrix, ptr %x)
  %total.more = fadd double %total, %sum
  store double %sum, ptr %x
  %k.next = add i64 %k, 1
  %k.on = icmp ult i64 %k.next, 9
  br i1 %k.on, label %again, label %end
end:
  ret double %total.more
}
define internal double @row(ptr %matrix, ptr %x) noinline {
entry:
  %columns = load ptr, ptr %matrix
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr i64, ptr %columns, i64 %i
  %column = load i64, ptr %at
  %from = getelementptr double, ptr %x, i64 %column
  %a = load double, ptr %from
  %b = fmul double %a, %a
  %more = fadd double %sum, %b
  %next = add i64 %i, 1
  %on = icmp ult i64 %next, 10
  br i1 %on, label %loop, label %end
end:
  ret double %more
}
