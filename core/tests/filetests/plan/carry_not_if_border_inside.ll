; RUN: plan f(dup, const)
; The iteration that reaches around may be any.
; CHECK: plan of f.grad
; CHECK-NOT: carry adjoints of 3 elements
define double @f(ptr noalias %a, i64 %n) {
entry:
  %end = add i64 %n, -1
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %next = add nuw nsw i64 %i, 1
  %first = icmp eq i64 %i, 0
  %less = add nsw i64 %i, -1
  %left = select i1 %first, i64 %end, i64 %less
  %last = icmp eq i64 %i, 7
  %right = select i1 %last, i64 0, i64 %next
  %here = getelementptr inbounds double, ptr %a, i64 %i
  %west = getelementptr inbounds double, ptr %a, i64 %left
  %east = getelementptr inbounds double, ptr %a, i64 %right
  %x = load double, ptr %here
  %y = load double, ptr %west
  %z = load double, ptr %east
  %p = fmul double %x, %y
  %q = fmul double %p, %z
  %more = fadd double %sum, %q
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %result = phi double [ 0.0, %entry ], [ %more, %loop ]
  ret double %result
}
