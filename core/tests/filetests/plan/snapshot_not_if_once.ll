; RUN: plan f(dup, dup, const)
; Not all iterations read, and those that do read one number each: to look for where would only come on top of keeping these.
; CHECK: plan of f.grad
; CHECK-NOT: a copy of
; CHECK: keep %u in an array over [read], because write may overwrite what it read
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
  %u = load double, ptr %here
  %q = fmul double %u, %u
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
