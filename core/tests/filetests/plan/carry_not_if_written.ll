; RUN: plan f(dup, const)
; The loop writes what it reads: each adjoint goes to memory at once, where the write ends it.
; CHECK-NOT: carry adjoints
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %here = getelementptr inbounds double, ptr %a, i64 %i
  %there = getelementptr inbounds i8, ptr %here, i64 16
  %x = load double, ptr %here
  %y = load double, ptr %there
  %p = fmul double %x, %y
  %more = fadd double %sum, %p
  store double %p, ptr %there
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret double %more
}
