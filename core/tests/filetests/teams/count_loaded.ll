; RUN: reverse f(dup)
; How many iterations there are lies beside a pointer, and nothing says that it is an integer but what becomes of it: the end of the
; iterations of a worker, which the library is given to change.
; CHECK: @f.team.rev(
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_for_static_init_8(ptr, i32, i32, ptr, ptr, ptr, ptr, i64, i64)
declare void @__kmpc_for_static_fini(ptr, i32)
define void @f(ptr %s) {
entry:
  %x = load ptr, ptr %s
  %at = getelementptr i8, ptr %s, i64 8
  %n = load i64, ptr %at
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, i64 %n)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, i64 %n) {
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
  store i64 %end, ptr %upper
  %begin = load i64, ptr %lower
  %some = icmp sle i64 %begin, %end
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %k = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %k
  %b = fmul double %a, %a
  store double %b, ptr %k
  %next = add nsw i64 %i, 1
  %until = load i64, ptr %upper
  %more = icmp slt i64 %i, %until
  br i1 %more, label %loop, label %done
done:
  call void @__kmpc_for_static_fini(ptr null, i32 %number)
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
