; RUN: reverse f(dup, dup, const) --optimize --inline
; The version without atomic additions is the one in which the worker adds plainly to all that it reads. Whether it has numbers of its own at its borders is asked
; only where that is not so: a worker that is alone has none.
; CHECK: @f.team.rev(
; CHECK: call i32 @enzyme_rs_omp_alone()
; CHECK: %29 = freeze i1 %28
; CHECK: br i1 %29, label %reverse.outlined.exit.loopexit.split, label %
; CHECK: atomicrmw fadd ptr
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_for_static_init_8(ptr, i32, i32, ptr, ptr, ptr, ptr, i64, i64)
declare void @__kmpc_for_static_fini(ptr, i32)
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 3, ptr @outlined, ptr %x, ptr %y, i64 %n)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y, i64 %n) {
entry:
  %last = alloca i32
  %lower = alloca i64
  %upper = alloca i64
  %stride = alloca i64
  %most = sub i64 %n, 1
  store i64 0, ptr %lower
  store i64 %most, ptr %upper
  store i64 1, ptr %stride
  store i32 0, ptr %last
  %number = load i32, ptr %me
  call void @__kmpc_for_static_init_8(ptr null, i32 %number, i32 34, ptr %last, ptr %lower, ptr %upper, ptr %stride, i64 1, i64 1)
  %given = load i64, ptr %upper
  %end = call i64 @llvm.smin.i64(i64 %given, i64 %most)
  %begin = load i64, ptr %lower
  %some = icmp sle i64 %begin, %end
  br i1 %some, label %rows, label %done
rows:
  %i = phi i64 [ %begin, %entry ], [ %next, %row.end ]
  %far = mul i64 %i, %begin
  %short = trunc i64 %far to i32
  %other = sext i32 %short to i64
  br label %cells
cells:
  %j = phi i64 [ 0, %rows ], [ %j.next, %cells ]
  %sum = phi double [ 0.0, %rows ], [ %more.sum, %cells ]
  %cell = add nsw i64 %other, %j
  %at = getelementptr inbounds double, ptr %x, i64 %cell
  %b = load double, ptr %at
  %c = fmul double %b, %b
  %more.sum = fadd double %sum, %c
  %j.next = add nsw i64 %j, 1
  %j.more = icmp slt i64 %j, %n
  br i1 %j.more, label %cells, label %row.end
row.end:
  %to = getelementptr inbounds double, ptr %y, i64 %i
  store double %more.sum, ptr %to
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %i, %end
  br i1 %more, label %rows, label %done
done:
  call void @__kmpc_for_static_fini(ptr null, i32 %number)
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
