; RUN: plan f(dup, dup, const, const)
; Iterations read a number of each of two rows, whose distance the program knows: where rows do not overlap, no other iteration reads the same.
; CHECK: plan of f.team.rev
; CHECK: add plainly to the shadow of %at.i where no other worker runs a neighbouring iteration, or rows do not overlap
; CHECK: add plainly to the shadow of %beside.i where no other worker runs a neighbouring iteration, or rows do not overlap
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
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %at
  %below = add i64 %i, %m
  %beside = getelementptr double, ptr %x, i64 %below
  %b = load double, ptr %beside
  %c = fmul double %a, %b
  %to = getelementptr double, ptr %y, i64 %i
  store double %c, ptr %to
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %i, %end
  br i1 %more, label %loop, label %done
done:
  call void @__kmpc_for_static_fini(ptr null, i32 %number)
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
