; RUN: diagnostics
; As inner_hook.ll, but the function that is differentiated asks for the derivative.
; CHECK: [EZ0405]
; CHECK: in function `gradient`
; CHECK: derivatives of derivatives
declare void @__enzyme_autodiff(ptr, ...)
declare void @__enzyme_fwddiff(ptr, ...)
@enzyme_dup = external global i32
define double @f(ptr %x) {
  %v = load double, ptr %x
  %r = fmul double %v, %v
  ret double %r
}
define void @gradient(ptr %x, ptr %g) {
  store double 0.0, ptr %g
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %g)
  ret void
}
define void @hessian(ptr %x, ptr %t, ptr %g, ptr %h) {
  call void (ptr, ...) @__enzyme_fwddiff(ptr @gradient, ptr %x, ptr %t, ptr %g, ptr %h)
  ret void
}
