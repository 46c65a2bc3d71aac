; RUN: diagnostics f(dup)
; As guard.ll, and the static local is a number, which may be active.
; CHECK: the initialisation of `f()::s` may let workers of a parallel region wait for each other [EZ0109]
@_ZGVZ1fvE1s = internal global i64 0
@_ZZ1fvE1s = internal global double 0.0
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @__cxa_guard_acquire(ptr)
declare void @__cxa_guard_release(ptr)
define void @f(ptr %x) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outlined, ptr %x)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x) {
entry:
  %old = load double, ptr %x
  %set = load atomic i8, ptr @_ZGVZ1fvE1s acquire, align 8
  %done = icmp ne i8 %set, 0
  br i1 %done, label %go, label %first
first:
  %mine = call i32 @__cxa_guard_acquire(ptr @_ZGVZ1fvE1s)
  store double %old, ptr @_ZZ1fvE1s
  call void @__cxa_guard_release(ptr @_ZGVZ1fvE1s)
  br label %go
go:
  %s = load double, ptr @_ZZ1fvE1s
  %new = fmul double %old, %s
  store double %new, ptr %x
  ret void
}
