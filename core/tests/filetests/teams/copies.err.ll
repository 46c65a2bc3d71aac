; RUN: diagnostics f(dup, dup)
; As copies.ll, in a module with teams of two libraries: neither knows which threads the other one has.
; CHECK: `own`, of which each thread has its own, holds active data in a parallel region
@own = internal thread_local global double 0.0
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %a = load double, ptr %x
  %at = call ptr @llvm.threadlocal.address.p0(ptr @own)
  store double %a, ptr %at
  call void @__kmpc_barrier(ptr null, i32 0)
  %b = load double, ptr %at
  store double %b, ptr %y
  ret void
}
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @__kmpc_barrier(ptr, i32)
declare void @enzyme_rs_par_run(ptr, ptr)
