; RUN: reverse f(dup, dup)
; An array of the task's own lies in memory that is obtained for it, with a shadow, and that the task frees: not before it is reversed.
; CHECK: define internal void @f.grad(
; CHECK: call ptr @malloc(i64 32)
; CHECK: call ptr @enzyme_rs_omp_task_augmented(ptr @f.task.aug.work, ptr @f.task.rev.work, ptr
; CHECK: call void @enzyme_rs_omp_task_reverse(ptr
; CHECK: @f.task.aug(ptr
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@which = global i64 2
@seen = global ptr null
define void @f(ptr %x, ptr %y) {
entry:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 72, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %y, ptr %shared
  %at = getelementptr i8, ptr %task, i64 40
  %own = call ptr @llvm.launder.invariant.group.p0(ptr %at) "enzyme_rs_task_variable"="32"
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %x, i64 32, i1 false)
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  %waited = call i32 @__kmpc_omp_taskwait(ptr null, i32 0)
  ret void
}
define internal i32 @entry(i32 %me, ptr %task) {
entry:
  %shared = load ptr, ptr %task
  %y = load ptr, ptr %shared
  %k = load i64, ptr @which
  %at = getelementptr i8, ptr %task, i64 40
  %own = call ptr @llvm.launder.invariant.group.p0(ptr %at) "enzyme_rs_task_variable"="32"
  %element = getelementptr double, ptr %own, i64 %k
  %a = load double, ptr %element
  %b = fmul double %a, %a
  store double %b, ptr %y
  ret i32 0
}
