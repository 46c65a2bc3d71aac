; RUN: diagnostics f(dup)
; Which number of its own the task reads is not known before it runs, and nobody wrote one there.
; CHECK: a number lies at an address that was computed with integers
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
@which = global i64 5
define void @f(ptr %x) {
entry:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 80, i64 8, ptr @entry)
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
  %k = load i64, ptr @which
  %own = getelementptr double, ptr %task, i64 %k
  %c = load double, ptr %own
  %a = load double, ptr %x
  %b = fmul double %a, %c
  store double %b, ptr %x
  ret i32 0
}
