; RUN: diagnostics f(dup)
; The library may see more of the record than that.
; CHECK: this sort of OpenMP's `task` has no derivative (`__kmpc_omp_task_alloc`)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare void @__kmpc_omp_task_begin_if0(ptr, i32, ptr)
declare void @__kmpc_omp_task_complete_if0(ptr, i32, ptr)
declare void @__kmpc_omp_taskwait_deps_51(ptr, i32, i32, ptr, i32, ptr, i32)
declare void @__kmpc_omp_task_seen(ptr)
define void @f(ptr %x) {
entry:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %x, ptr %shared
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 0, i32 0, ptr null, i32 0, ptr null, i32 0)
  call void @__kmpc_omp_task_begin_if0(ptr null, i32 0, ptr %task)
  call void @__kmpc_omp_task_seen(ptr %task)
  %done = call i32 @entry(i32 0, ptr %task)
  call void @__kmpc_omp_task_complete_if0(ptr null, i32 0, ptr %task)
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
