; RUN: diagnostics f(dup, dup)
; CHECK: OpenMP's `cancel taskgroup` has no derivative
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @__kmpc_cancel(ptr, i32, i32)
declare i32 @__kmpc_cancel_barrier(ptr, i32)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %id = load i32, ptr %me
  %leaves = call i32 @__kmpc_cancel(ptr null, i32 %id, i32 4)
  %left = call i32 @__kmpc_cancel_barrier(ptr null, i32 %id)
  %goes.on = icmp eq i32 %left, 0
  br i1 %goes.on, label %work, label %done
work:
  %i = sext i32 %id to i64
  %from = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %from
  %w = fmul double %v, %v
  %to = getelementptr double, ptr %y, i64 %i
  store double %w, ptr %to
  br label %done
done:
  ret void
}
