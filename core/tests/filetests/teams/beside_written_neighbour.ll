; RUN: plan f(dup, dup)
; As beside_written.ll, but another worker may read the neighbour, beside which this one writes.
; CHECK: plan of f.team.rev
; CHECK: add plainly to the shadow of %x.at.i where no other worker has read it, else
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %i = call i32 @omp_get_thread_num()
  %x.at = getelementptr double, ptr %x, i32 %i
  %a = load double, ptr %x.at
  %next.at = getelementptr double, ptr %x.at, i32 1
  %next = load double, ptr %next.at
  %square = fmul double %a, %next
  %y.at = getelementptr double, ptr %y, i32 %i
  %b = load double, ptr %y.at
  %sum = fadd double %b, %square
  store double %sum, ptr %y.at
  ret void
}
declare i32 @omp_get_thread_num()
