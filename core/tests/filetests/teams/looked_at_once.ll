; RUN: reverse f(dup, const, const)
; Each step starts a team whose workers read %p by indices that nobody changes: the forward sweep has a number, and a worker that has looked at the indices under that
; number looks again only if it begins with other values.
; CHECK: %1 = call i64 @enzyme_rs_sweep()
; CHECK: define internal { ptr } @f.team.aug(
; CHECK: call ptr @llvm.threadlocal.address.p0(ptr @f.team.aug.inspected)
; CHECK: %10 = freeze i64 %6
; CHECK: label %loop.i.preheader.split.split, label %loop.i.preheader.split.inspected
; CHECK: loop.i.inspected:
; CHECK: loop.i.preheader.split:
; CHECK: store i64 %10, ptr %48
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_for_static_init_8(ptr, i32, i32, ptr, ptr, ptr, ptr, i64, i64)
declare void @__kmpc_for_static_fini(ptr, i32)
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr %x, ptr %index, i64 %n) {
entry:
  %bytes = mul i64 %n, 8
  %p = call ptr @malloc(i64 %bytes)
  %q = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %x, i64 %bytes, i1 false)
  br label %step
step:
  %s = phi i64 [ 0, %entry ], [ %s.next, %step ]
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 4, ptr @outlined, ptr %p, ptr %q, ptr %index, i64 %n)
  %first = load double, ptr %q, !tbaa !1
  store double %first, ptr %p, !tbaa !1
  %s.next = add nsw i64 %s, 1
  %again = icmp slt i64 %s.next, %n
  br i1 %again, label %step, label %end
end:
  %result = load double, ptr %p, !tbaa !1
  call void @free(ptr %p)
  call void @free(ptr %q)
  ret double %result
}
define internal void @outlined(ptr %me, ptr %none, ptr %p, ptr %q, ptr %index, i64 %n) {
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
  %where = getelementptr inbounds i32, ptr %index, i64 %i
  %short = load i32, ptr %where, !tbaa !0
  %far = sext i32 %short to i64
  %at = getelementptr inbounds double, ptr %p, i64 %far
  %a = load double, ptr %at, !tbaa !1
  %c = fmul double %a, %a
  %to = getelementptr inbounds double, ptr %q, i64 %i
  store double %c, ptr %to, !tbaa !1
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %i, %end
  br i1 %more, label %loop, label %done
done:
  call void @__kmpc_for_static_fini(ptr null, i32 %number)
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = !{!2, !2, i64 0}
!1 = !{!3, !3, i64 0}
!2 = !{!"int", !4}
!3 = !{!"double", !4}
!4 = !{!"types"}
