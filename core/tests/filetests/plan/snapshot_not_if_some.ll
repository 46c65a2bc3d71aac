; RUN: plan f(dup, dup, const)
; Not all iterations read: from where to where those do is found out in front of the loop.
; CHECK: plan of f.grad
; CHECK-NOT: a copy of %x before
; CHECK: keep a copy of what is read behind %x before read, or of each number
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  br label %read
read:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %out = getelementptr inbounds double, ptr %y, i64 %i
  %some = icmp ugt i64 %i, 3
  br i1 %some, label %look, label %more
look:
  %here = getelementptr inbounds double, ptr %x, i64 %i
  %there = getelementptr inbounds i8, ptr %here, i64 80
  %u = load double, ptr %here
  %v = load double, ptr %there
  %p = fmul double %u, %v
  %q = fmul double %p, %u
  store double %q, ptr %out
  br label %more
more:
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %read, label %write
write:
  %j = phi i64 [ 0, %more ], [ %then, %write ]
  %over = getelementptr inbounds double, ptr %x, i64 %j
  store double 1.0, ptr %over
  %then = add nuw nsw i64 %j, 1
  %on = icmp slt i64 %then, %n
  br i1 %on, label %write, label %done
done:
  ret void
}
