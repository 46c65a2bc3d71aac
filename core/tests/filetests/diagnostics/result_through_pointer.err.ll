; RUN: diagnostics f(out)
; As result_through_pointer.ll, of the active one: how classic flang takes its arguments is not known.
; CHECK: error:
; CHECK: in function `f`
; CHECK: call void @__fd_sincos_1
declare void @__fd_sincos_1(double, ptr, ptr)
define double @f(double %x) {
entry:
  %s = alloca double
  %c = alloca double
  call void @__fd_sincos_1(double %x, ptr %s, ptr %c)
  %sine = load double, ptr %s
  %y = fmul double %sine, %x
  ret double %y
}
