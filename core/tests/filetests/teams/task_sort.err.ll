; RUN: diagnostics f(dup)
; CHECK: this sort of OpenMP's `task` has no derivative (`__kmpc_omp_task_alloc`)
; CHECK: make a parallel loop of it
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 48, i64 0, ptr null)
  ret double %v
}
