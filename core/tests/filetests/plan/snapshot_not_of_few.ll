; RUN: plan f(dup, const, const, const, const)
; Twin of snapshot_gathered.ll with fewer rows than numbers: a copy of all of them may cost more than the rows do, which is found out in front of the loop.
; CHECK-NOT: a copy of %a before
; CHECK: keep a copy of what is read behind %a before row, or of each number
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr noalias %x, ptr noalias %begin, ptr noalias %column, i64 %n, i64 %rows) {
entry:
  %bytes = mul i64 %n, 8
  %a = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %x, i64 %bytes, i1 false)
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row.done ]
  %sum = phi double [ 0.0, %entry ], [ %sum.after, %row.done ]
  %from.at = getelementptr inbounds i64, ptr %begin, i64 %i
  %from = load i64, ptr %from.at
  %next = add nuw nsw i64 %i, 1
  %to.at = getelementptr inbounds i64, ptr %begin, i64 %next
  %to = load i64, ptr %to.at
  %some = icmp slt i64 %from, %to
  br i1 %some, label %entry.of, label %row.done
entry.of:
  %k = phi i64 [ %from, %row ], [ %k.next, %entry.of ]
  %part = phi double [ %sum, %row ], [ %more, %entry.of ]
  %column.at = getelementptr inbounds i64, ptr %column, i64 %k
  %j = load i64, ptr %column.at
  %here = getelementptr inbounds double, ptr %a, i64 %j
  %u = load double, ptr %here
  %square = fmul double %u, %u
  %more = fadd double %part, %square
  %k.next = add nsw i64 %k, 1
  %again = icmp slt i64 %k.next, %to
  br i1 %again, label %entry.of, label %row.done
row.done:
  %sum.after = phi double [ %sum, %row ], [ %more, %entry.of ]
  %on = icmp slt i64 %next, %rows
  br i1 %on, label %row, label %write.all
write.all:
  br label %write
write:
  %w = phi i64 [ 0, %write.all ], [ %then, %write ]
  %at = getelementptr inbounds double, ptr %a, i64 %w
  store double 1.0, ptr %at
  %then = add nuw nsw i64 %w, 1
  %goes.on = icmp slt i64 %then, %n
  br i1 %goes.on, label %write, label %done
done:
  call void @free(ptr %a)
  ret double %sum.after
}
