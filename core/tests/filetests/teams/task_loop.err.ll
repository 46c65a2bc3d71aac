; RUN: diagnostics f(dup)
; A loop that makes a group of its tasks by itself is not known.
; CHECK: OpenMP's `task` with an object of its own that is not simply copied has no derivative (`__kmpc_taskloop`) [EZ0101]
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare void @__kmpc_taskloop(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, ptr)
declare void @__kmpc_taskgroup(ptr, i32)
declare void @__kmpc_end_taskgroup(ptr, i32)
define void @f(ptr %x) {
entry:
  call void @__kmpc_taskgroup(ptr null, i32 0)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 80, i64 8, ptr @entry)
  %shared = load ptr, ptr %task
  store ptr %x, ptr %shared
  %lower = getelementptr i8, ptr %task, i64 40
  store i64 0, ptr %lower
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 99, ptr %upper
  call void @__kmpc_taskloop(ptr null, i32 0, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 0, i32 1, i64 7, ptr null)
  call void @__kmpc_end_taskgroup(ptr null, i32 0)
  ret void
}
define internal i32 @entry(i32 %me, ptr %task) {
entry:
  %shared = load ptr, ptr %task
  %x = load ptr, ptr %shared
  %lower = getelementptr i8, ptr %task, i64 40
  %first = load i64, ptr %lower
  %upper = getelementptr i8, ptr %task, i64 48
  %last = load i64, ptr %upper
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %at
  %b = fmul double %a, %a
  store double %b, ptr %at
  %next = add i64 %i, 1
  %more = icmp sle i64 %next, %last
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
