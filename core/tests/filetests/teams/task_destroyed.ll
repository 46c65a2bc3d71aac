; RUN: reverse f(dup)
; What the library would call when the task is over, the task calls itself: the library hears nothing of it.
; CHECK: call void @enzyme_rs_omp_next_task_augmented(i32 1, i32 0, ptr null
; CHECK: @f.task.aug(double
; CHECK: @gone
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
@gone = global double 0.0
define void @f(ptr %x) {
entry:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 9, i64 48, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %x, ptr %shared
  %own = getelementptr i8, ptr %task, i64 40
  %v = load double, ptr %x
  store double %v, ptr %own
  %behind = getelementptr i8, ptr %task, i64 24
  store ptr @destroy, ptr %behind
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  %waited = call i32 @__kmpc_omp_taskwait(ptr null, i32 0)
  ret void
}
define internal i32 @entry(i32 %me, ptr %task) {
entry:
  %shared = load ptr, ptr %task
  %x = load ptr, ptr %shared
  %own = getelementptr i8, ptr %task, i64 40
  %a = load double, ptr %own
  %b = fmul double %a, %a
  store double %b, ptr %own
  store double %b, ptr %x
  ret i32 0
}
define internal i32 @destroy(i32 %me, ptr %task) {
entry:
  %own = getelementptr i8, ptr %task, i64 40
  %last = load double, ptr %own
  store double %last, ptr @gone
  ret i32 0
}
