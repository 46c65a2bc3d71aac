; RUN: reverse f(dup)
; A task's halves are handed in together, with what both are given; the reverse pass waits for the second one.
; CHECK: define internal void @f.grad(ptr %x, ptr %x.shadow)
; CHECK: call void @enzyme_rs_omp_next_task_augmented(i32 1, i32 0, ptr null
; CHECK: call ptr @enzyme_rs_omp_task_augmented(ptr @f.task.aug.work, ptr @f.task.rev.work, ptr
; CHECK: call i32 @enzyme_rs_omp_taskwait_augmented(
; CHECK: call void @enzyme_rs_omp_taskwait_reverse(
; CHECK: call void @enzyme_rs_omp_task_reverse(ptr
; CHECK: @f.task.aug(ptr %0, ptr %.shadow)
; CHECK-NOT: @enzyme_rs_omp_is_discarded(
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
define void @f(ptr %x) {
entry:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %x, ptr %shared
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  %waited = call i32 @__kmpc_omp_taskwait(ptr null, i32 0)
  ret void
}
define internal i32 @entry(i32 %me, ptr %task) {
entry:
  %shared = load ptr, ptr %task
  %x = load ptr, ptr %shared
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret i32 0
}
