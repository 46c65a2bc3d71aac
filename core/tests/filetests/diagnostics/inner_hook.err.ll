; RUN: diagnostics
; As inner_hook.ll, but the function that is differentiated is below the one whose derivative it asks for.
; CHECK: [EZ0405]
; CHECK: in function `gradient`
; CHECK: it would contain itself
declare void @__enzyme_autodiff(ptr, ...)
declare void @__enzyme_fwddiff(ptr, ...)
@enzyme_dup = external global i32
define double @f(ptr %x) {
  call void @gradient(ptr %x, ptr %x)
  %v = load double, ptr %x
  %r = fmul double %v, %v
  ret double %r
}
define void @gradient(ptr %x, ptr %g) {
  store double 0.0, ptr %g
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %g)
  ret void
}
