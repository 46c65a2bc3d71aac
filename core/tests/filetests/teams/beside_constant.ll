; RUN: plan f(dup, dup)
; As beside_written.ll, but what is written is a constant: programs do that from several workers without harm.
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
  %square = fmul double %a, %a
  %y.at = getelementptr double, ptr %y, i32 %i
  %z.at = getelementptr double, ptr %y, i32 7
  store double %square, ptr %z.at
  store double 1.0, ptr %y.at
  ret void
}
declare i32 @omp_get_thread_num()
