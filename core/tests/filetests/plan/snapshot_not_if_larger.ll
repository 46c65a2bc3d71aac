; RUN: plan f(dup, dup, const)
; The loop reads one number of each row, and rows may be long.
; CHECK: plan of f.grad
; CHECK-NOT: a copy of
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  br label %read
read:
  %i = phi i64 [ 0, %entry ], [ %next, %read ]
  %row = mul nsw i64 %i, %n
  %here = getelementptr inbounds double, ptr %x, i64 %row
  %u = load double, ptr %here
  %q = fmul double %u, %u
  %out = getelementptr inbounds double, ptr %y, i64 %i
  store double %q, ptr %out
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %read, label %write
write:
  %j = phi i64 [ 0, %read ], [ %then, %write ]
  %over = getelementptr inbounds double, ptr %x, i64 %j
  store double 1.0, ptr %over
  %then = add nuw nsw i64 %j, 1
  %on = icmp slt i64 %then, %n
  br i1 %on, label %write, label %done
done:
  ret void
}
