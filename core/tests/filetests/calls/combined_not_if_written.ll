; RUN: plan f(dup, const)
; The callee writes what others may read: the call is split.
; CHECK-NOT: combine
; CHECK: tape of the call of g in loop
; CHECK: plan of g.aug(dup) -> active
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %y = call double @g(ptr %at)
  %more = fadd double %sum, %y
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret double %more
}
define double @g(ptr %p) {
entry:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret double %y
}
