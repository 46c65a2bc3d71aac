; RUN: diagnostics f(dup, dup)
; CHECK: a reduction of OpenMP's tasks whose group does not end in the same function
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_taskgroup(ptr, i32)
declare void @__kmpc_end_taskgroup(ptr, i32)
declare ptr @__kmpc_taskred_init(i32, i32, ptr)
declare ptr @__kmpc_task_reduction_get_th_data(i32, ptr, ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
define void @f(ptr %x, ptr %s) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %s)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %s) {
entry:
  %list = alloca [56 x i8]
  %id = load i32, ptr %me
  call void @__kmpc_taskgroup(ptr null, i32 %id)
  store ptr %s, ptr %list
  %original = getelementptr i8, ptr %list, i64 8
  store ptr %s, ptr %original
  %size = getelementptr i8, ptr %list, i64 16
  store i64 8, ptr %size
  %init = getelementptr i8, ptr %list, i64 24
  store ptr @begin, ptr %init
  %fini = getelementptr i8, ptr %list, i64 32
  store ptr null, ptr %fini
  %comb = getelementptr i8, ptr %list, i64 40
  store ptr @join, ptr %comb
  %group = call ptr @__kmpc_taskred_init(i32 %id, i32 1, ptr %list)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %id, i32 1, i64 40, i64 16, ptr @entry)
  %shareds = load ptr, ptr %task
  store ptr %s, ptr %shareds
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %x, ptr %second
  %done = call i32 @__kmpc_omp_task(ptr null, i32 %id, ptr %task)
  ret void
}
define internal i32 @entry(i32 %id, ptr %task) {
entry:
  %shareds = load ptr, ptr %task
  %s = load ptr, ptr %shareds
  %second = getelementptr i8, ptr %shareds, i64 8
  %x = load ptr, ptr %second
  %part = call ptr @__kmpc_task_reduction_get_th_data(i32 %id, ptr null, ptr %s)
  %v = load double, ptr %x
  %square = fmul double %v, %v
  %old = load double, ptr %part
  %new = fadd double %old, %square
  store double %new, ptr %part
  ret i32 0
}
define internal void @begin(ptr %part, ptr %original) {
entry:
  store double 0.0, ptr %part
  ret void
}
define internal void @join(ptr %s, ptr %part) {
entry:
  %a = load double, ptr %s
  %b = load double, ptr %part
  %c = fadd double %a, %b
  store double %c, ptr %s
  ret void
}
