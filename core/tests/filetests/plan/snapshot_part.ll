; RUN: plan f(dup, const, const)
; The memory may be much larger than what the loop reads: no more than that is copied.
; CHECK: plan of f.grad
; CHECK: keep a copy of %a before read in a variable
; CHECK: recompute %there in a copy of %a before read
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr noalias %x, i64 %n, i64 %m) {
entry:
  %bytes = mul i64 %m, 8
  %a = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %x, i64 %bytes, i1 false)
  br label %read
read:
  %i = phi i64 [ 0, %entry ], [ %next, %read ]
  %sum = phi double [ 0.0, %entry ], [ %more, %read ]
  %here = getelementptr inbounds double, ptr %a, i64 %i
  %there = getelementptr inbounds i8, ptr %here, i64 80
  %u = load double, ptr %here
  %v = load double, ptr %there
  %both = fadd double %u, %v
  %p = fmul double %both, %u
  %more = fadd double %sum, %p
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %read, label %write
write:
  %j = phi i64 [ 0, %read ], [ %then, %write ]
  %at = getelementptr inbounds double, ptr %a, i64 %j
  store double 1.0, ptr %at
  %then = add nuw nsw i64 %j, 1
  %on = icmp slt i64 %then, %m
  br i1 %on, label %write, label %done
done:
  call void @free(ptr %a)
  ret double %more
}
