; RUN: reverse f(dup, dup, const)
; Variables that others were given are read where the reverse pass begins, although nothing may have been written there: no value is promised.
; CHECK: define internal { ptr } @f.team.aug(
; CHECK: !noundef
; CHECK: define internal void @f.team.rev(
; CHECK: load i64, ptr %stack3
; CHECK: load i64, ptr %stack2
; CHECK-COUNT: 2 !noundef
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_for_static_init_8(ptr, i32, i32, ptr, ptr, ptr, ptr, i64, i64)
declare void @__kmpc_for_static_fini(ptr, i32)
define void @f(ptr %x, ptr %y, i64 %n) {
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
  %given = load i64, ptr %upper, !noundef !0
  %end = call i64 @llvm.smin.i64(i64 %given, i64 %most)
  %begin = load i64, ptr %lower, !noundef !0
  %some = icmp sle i64 %begin, %end
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %far = mul i64 %i, %begin
  %short = trunc i64 %far to i32
  %index = sext i32 %short to i64
  %at = getelementptr double, ptr %x, i64 %index
  %a = load double, ptr %at
  %c = fmul double %a, %a
  %to = getelementptr double, ptr %x, i64 %i
  store double %c, ptr %to
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %i, %end
  br i1 %more, label %loop, label %done
done:
  call void @__kmpc_for_static_fini(ptr null, i32 %number)
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
!0 = !{}
