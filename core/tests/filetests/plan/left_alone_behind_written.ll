; RUN: plan f(const, dup)
; The caller writes to the table itself: its numbers are kept.
; CHECK: plan of row.rev
; CHECK: keep %column in an array
define double @f(ptr noalias %matrix, ptr noalias %from) {
entry:
  %x = call ptr @malloc(i64 80)
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %from, i64 80, i1 false)
  br label %again
again:
  %k = phi i64 [ 0, %entry ], [ %k.next, %again ]
  %total = phi double [ 0.0, %entry ], [ %total.more, %again ]
  %sum = call double @row(ptr %matrix, ptr %x)
  %columns = load ptr, ptr %matrix
  store i64 7, ptr %columns
  %total.more = fadd double %total, %sum
  store double %sum, ptr %x
  %k.next = add i64 %k, 1
  %k.on = icmp ult i64 %k.next, 9
  br i1 %k.on, label %again, label %end
end:
  call void @free(ptr %x)
  ret double %total.more
}
define internal double @row(ptr %matrix, ptr %x) noinline {
entry:
  %columns = load ptr, ptr %matrix
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr i64, ptr %columns, i64 %i
  %column = load i64, ptr %at
  %from = getelementptr double, ptr %x, i64 %column
  %a = load double, ptr %from
  %b = fmul double %a, %a
  %more = fadd double %sum, %b
  %next = add i64 %i, 1
  %on = icmp ult i64 %next, 10
  br i1 %on, label %loop, label %end
end:
  ret double %more
}
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare void @free(ptr) allockind("free")
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
