; RUN: diagnostics
; Each thread has a global of its own. Twin: atomic_global.err.ll.
@enzyme_atomic_add = external global i32
@enzyme_dup = external global i32
@state = internal thread_local global double 0.0
declare double @__enzyme_autodiff(ptr, ...)
define internal double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  store double %x, ptr @state
  call void @again()
  %y = load double, ptr @state
  ret double %y
}
define internal void @again() noinline {
  %x = load double, ptr @state
  %y = fmul double %x, %x
  store double %y, ptr @state
  ret void
}
define void @hook(ptr %a, ptr %da, ptr %at) {
  %m = load i32, ptr @enzyme_atomic_add
  %d = load i32, ptr @enzyme_dup
  call double (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %m, i32 %d, ptr %a, ptr %da)
  ret void
}
