; RUN: plan f(dup, dup, const, const)
; As planes.ll, and the distance between the rows is another one in each iteration.
; CHECK: plan of f.team.rev
; CHECK: add plainly to the shadow of %at.i where no other worker has read it, else to numbers of the worker's own if nobody writes there, or atomically
; CHECK: add plainly to the shadow of %beside.i where no other worker has read it, else to numbers of the worker's own if nobody writes there, or atomically
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_for_static_init_8(ptr, i32, i32, ptr, ptr, ptr, ptr, i64, i64)
declare void @__kmpc_for_static_fini(ptr, i32)
define void @f(ptr %x, ptr %y, i64 %n, i64 %m) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 4, ptr @outlined, ptr %x, ptr %y, i64 %n, i64 %m)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y, i64 %n, i64 %m) {
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
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %again ]
  %row = mul i64 %i, %m
  %far = mul i64 %i, %i
  br label %inside
inside:
  %j = phi i64 [ 0, %loop ], [ %behind, %inside ]
  %k = add i64 %row, %j
  %at = getelementptr double, ptr %x, i64 %k
  %a = load double, ptr %at
  %below = add i64 %k, %far
  %beside = getelementptr double, ptr %x, i64 %below
  %b = load double, ptr %beside
  %c = fmul double %a, %b
  %to = getelementptr double, ptr %y, i64 %k
  store double %c, ptr %to
  %behind = add nuw nsw i64 %j, 1
  %further = icmp slt i64 %behind, %m
  br i1 %further, label %inside, label %again
again:
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %i, %end
  br i1 %more, label %loop, label %done
done:
  call void @__kmpc_for_static_fini(ptr null, i32 %number)
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
