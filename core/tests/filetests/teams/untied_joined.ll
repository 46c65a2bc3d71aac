; RUN: reverse f(dup)
; Where LLVM has joined the ends of several parts, the switch is asked again.
; CHECK: call ptr @enzyme_rs_omp_task_augmented(ptr @f.task.aug.work, ptr @f.task.rev.work, ptr
; CHECK: @f.task.aug(
; CHECK: switch i32 %
; CHECK-NOT: call i32 @__kmpc_omp_task(
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
define void @f(ptr %x) {
entry:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 0, i64 48, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %x, ptr %shared
  %part = getelementptr i8, ptr %task, i64 16
  store i32 0, ptr %part
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  %waited = call i32 @__kmpc_omp_taskwait(ptr null, i32 0)
  ret void
}
define internal i32 @entry(i32 %me, ptr %task) {
entry:
  %part = getelementptr i8, ptr %task, i64 16
  %own = getelementptr i8, ptr %task, i64 40
  %shared = load ptr, ptr %task
  %next = load i32, ptr %part
  switch i32 %next, label %done [ i32 0, label %first
                                  i32 1, label %second ]
first:
  br label %ends
second:
  %x = load ptr, ptr %shared
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  br label %ends
ends:
  %after = phi i32 [ 1, %first ], [ 2, %second ]
  store i32 %after, ptr %part
  %again = call i32 @__kmpc_omp_task(ptr null, i32 %me, ptr %task)
  br label %done
done:
  ret i32 0
}
