; RUN: reverse f(dup)
; What only says where in the record things lie is read as part of the task, though others call it, too.
; CHECK: call ptr @enzyme_rs_omp_task_augmented(ptr @f.task.aug.work, ptr @f.task.rev.work, ptr
; CHECK-NOT: call i32 @__kmpc_omp_task(
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
define void @f(ptr %x) {
entry:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 48, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %x, ptr %shared
  %own = getelementptr i8, ptr %task, i64 40
  %v = load double, ptr %x
  store double %v, ptr %own
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  %waited = call i32 @__kmpc_omp_taskwait(ptr null, i32 0)
  ret void
}
define internal i32 @entry(i32 %me, ptr %task) {
entry:
  %slot = alloca ptr
  %own = getelementptr i8, ptr %task, i64 40
  %shared = load ptr, ptr %task
  call void @map(ptr %own, ptr %slot)
  %at = load ptr, ptr %slot
  %a = load double, ptr %at
  %b = fmul double %a, %a
  %x = load ptr, ptr %shared
  store double %b, ptr %x
  ret i32 0
}
define internal void @map(ptr %own, ptr %slot) {
entry:
  store ptr %own, ptr %slot
  ret void
}
define void @other(ptr %own, ptr %slot) {
entry:
  call void @map(ptr %own, ptr %slot)
  ret void
}
