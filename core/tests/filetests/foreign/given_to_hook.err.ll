; RUN: diagnostics
; A global is passed as inactive, and holds active data where it is used by its name.
; CHECK: the global `work` holds active data, and a pointer that was set elsewhere may lead to it [EZ0302]
@work = internal global [4 x double] zeroinitializer
declare double @__enzyme_autodiff(...)
define double @f(ptr %x, ptr %c) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr @work
  %u = load double, ptr @work
  %y = load double, ptr %c
  %z = fmul double %u, %y
  ret double %z
}
define void @d(ptr %x, ptr %dx) {
  %r = call double (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_dup", ptr %x, ptr %dx, metadata !"enzyme_const", ptr @work)
  ret void
}
