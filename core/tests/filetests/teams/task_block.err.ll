; RUN: diagnostics f(dup, dup)
; What keeps its address would lead to the copy of another.
; CHECK: OpenMP's `task` with an object of its own that is not simply copied has no derivative (`__kmpc_omp_task`)
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
  store ptr %own, ptr @seen
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
