; RUN: reverse f(dup, dup)
; As flang has it. Twin: copies_cached.err.ll.
; CHECK: call align 8 ptr @enzyme_rs_omp_cached_shadow(ptr null, i32 %me.i, ptr nonnull @own.shadow, i64 8, ptr nonnull @cache)
@own = internal global double 0.0
@cache = internal global ptr null
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %worker, ptr %none, ptr %x, ptr %y) {
entry:
  %a = load double, ptr %x
  %me = call i32 @__kmpc_global_thread_num(ptr null)
  %at = call ptr @__kmpc_threadprivate_cached(ptr null, i32 %me, ptr @own, i64 8, ptr @cache)
  store double %a, ptr %at
  call void @__kmpc_barrier(ptr null, i32 0)
  %b = load double, ptr %at
  store double %b, ptr %y
  ret void
}
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_threadprivate_cached(ptr, i32, ptr, i64, ptr)
declare void @__kmpc_barrier(ptr, i32)
