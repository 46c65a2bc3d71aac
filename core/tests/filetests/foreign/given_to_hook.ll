; RUN: reverse
; As given_to_hook.err.ll, with another one passed.
; CHECK: @f.grad
@work = internal global [4 x double] zeroinitializer
@table = internal global [4 x double] zeroinitializer
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
  %r = call double (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_dup", ptr %x, ptr %dx, metadata !"enzyme_const", ptr @table)
  ret void
}
