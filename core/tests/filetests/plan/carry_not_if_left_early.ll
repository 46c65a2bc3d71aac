; RUN: plan f(dup, const)
; The loop may end before the second load: the last iteration reads one element only.
; CHECK-NOT: carry adjoints
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %on ]
  %sum = phi double [ 0.0, %entry ], [ %more, %on ]
  %here = getelementptr inbounds double, ptr %a, i64 %i
  %there = getelementptr inbounds i8, ptr %here, i64 16
  %x = load double, ptr %here
  %stop = fcmp ogt double %x, 9.0
  br i1 %stop, label %done, label %on
on:
  %y = load double, ptr %there
  %p = fmul double %x, %y
  %more = fadd double %sum, %p
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %r = phi double [ %sum, %loop ], [ %more, %on ]
  ret double %r
}
