; RUN: plan f(dup, dup)
; As copies_plain.ll, without the barrier: others may read the first copy while its own worker does.
; CHECK: plan of f.team.rev
; CHECK: add plainly to the shadow of %copy where no other worker has read it, else to numbers of the worker's own if nobody writes there, or atomically
@own = internal thread_local global double 0.0
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  %a = load double, ptr %x
  %at = call ptr @llvm.threadlocal.address.p0(ptr @own)
  store double %a, ptr %at
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %at, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %first, ptr %y) {
entry:
  %at = call ptr @llvm.threadlocal.address.p0(ptr @own)
  %other = icmp ne ptr %first, %at
  br i1 %other, label %copy, label %join
copy:
  %a = load double, ptr %first
  store double %a, ptr %at
  br label %join
join:
  %b = load double, ptr %at
  %c = fmul double %b, %b
  %number = call i32 @omp_get_thread_num()
  %y.at = getelementptr double, ptr %y, i32 %number
  store double %c, ptr %y.at
  ret void
}
declare ptr @llvm.threadlocal.address.p0(ptr)
declare i32 @omp_get_thread_num()
