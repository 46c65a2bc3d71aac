; RUN: reverse f(dup)
; A task of a group that may be left asks when it begins, keeps the answer, and does nothing in the reverse pass either where it did nothing.
; CHECK: call void @enzyme_rs_omp_task_reverse(ptr
; CHECK: @f.task.aug(ptr %0, ptr %.shadow)
; CHECK: call i32 @enzyme_rs_omp_is_discarded()
; CHECK: call i32 @enzyme_rs_omp_cancel_group_augmented(ptr null, i32 0, i32 4
; CHECK: @f.task.rev(
; CHECK-NOT: @enzyme_rs_omp_is_discarded(
; CHECK-NOT: cancel_group_augmented
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @__kmpc_taskgroup(ptr, i32)
declare void @__kmpc_end_taskgroup(ptr, i32)
declare i32 @__kmpc_cancel(ptr, i32, i32)
define void @f(ptr %x) {
entry:
  call void @__kmpc_taskgroup(ptr null, i32 0)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %x, ptr %shared
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  call void @__kmpc_end_taskgroup(ptr null, i32 0)
  ret void
}
define internal i32 @entry(i32 %me, ptr %task) {
entry:
  %shared = load ptr, ptr %task
  %x = load ptr, ptr %shared
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  %left = call i32 @__kmpc_cancel(ptr null, i32 0, i32 4)
  %goes.on = icmp eq i32 %left, 0
  br i1 %goes.on, label %more, label %done
more:
  %c = fmul double %b, %b
  store double %c, ptr %x
  br label %done
done:
  ret i32 0
}
