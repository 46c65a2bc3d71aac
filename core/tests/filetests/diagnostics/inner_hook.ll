; RUN: diagnostics
; A derivative of a derivative, and both from outside. Twin: inner_hook.err.ll.
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
  %r = call double @f(ptr %x)
  store double %r, ptr %g
  ret void
}
define void @hessian(ptr %x, ptr %t, ptr %g, ptr %h) {
  call void (ptr, ...) @__enzyme_fwddiff(ptr @gradient_of_f, ptr %x, ptr %t, ptr %g, ptr %h)
  ret void
}
define void @gradient_of_f(ptr %x, ptr %g) {
  store double 0.0, ptr %g
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %g)
  ret void
}
define void @both(ptr %x, ptr %t, ptr %g, ptr %h) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %t)
  call void (ptr, ...) @__enzyme_fwddiff(ptr @gradient, ptr %x, ptr %t, ptr %g, ptr %h)
  ret void
}
