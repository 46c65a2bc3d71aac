; RUN: reverse f(dup, const)
; No load shows that the memory is there when the loop begins: where the allocation failed, nothing is copied.
; CHECK: icmp eq ptr %a, null
; CHECK: select i1 %
; CHECK: call void @llvm.memmove
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr noalias %x, i64 %n) {
entry:
  %bytes = mul i64 %n, 8
  %a = call ptr @malloc(i64 %bytes)
  br label %fill
fill:
  %k = phi i64 [ 0, %entry ], [ %after, %fill ]
  %from = getelementptr inbounds double, ptr %x, i64 %k
  %to = getelementptr inbounds double, ptr %a, i64 %k
  %number = load double, ptr %from
  store double %number, ptr %to
  %after = add nuw nsw i64 %k, 1
  %further = icmp slt i64 %after, %n
  br i1 %further, label %fill, label %read
read:
  %i = phi i64 [ 0, %fill ], [ %next, %tail ]
  %sum = phi double [ 0.0, %fill ], [ %more, %tail ]
  %odd = and i64 %i, 1
  %is = icmp eq i64 %odd, 1
  br i1 %is, label %look, label %tail
look:
  %here = getelementptr inbounds double, ptr %a, i64 %i
  %before = getelementptr inbounds i8, ptr %here, i64 -8
  %u = load double, ptr %here
  %v = load double, ptr %before
  %both = fadd double %u, %v
  %p = fmul double %both, %u
  br label %tail
tail:
  %q = phi double [ 0.0, %read ], [ %p, %look ]
  %more = fadd double %sum, %q
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %read, label %write
write:
  %j = phi i64 [ 0, %tail ], [ %then, %write ]
  %at = getelementptr inbounds double, ptr %a, i64 %j
  store double 1.0, ptr %at
  %then = add nuw nsw i64 %j, 1
  %on = icmp slt i64 %then, %n
  br i1 %on, label %write, label %done
done:
  call void @free(ptr %a)
  ret double %more
}
