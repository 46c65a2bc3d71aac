; RUN: plan f(dup, const)
; As array_although_checked.ll, but the function returns from the loop: nobody knows the count.
; CHECK: keep %x in a record of each iteration of loop
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %sum, %latch ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %bad = fcmp olt double %x, 0.0
  br i1 %bad, label %fails, label %latch
fails:
  br label %done
latch:
  %y = fmul double %x, %x
  store double %y, ptr %at
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi double [ %s, %fails ], [ %sum, %latch ]
  ret double %r
}
