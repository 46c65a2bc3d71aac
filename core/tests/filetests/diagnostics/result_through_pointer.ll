; RUN: diagnostics f(out)
; The sine through a pointer, of an inactive number. Twin: result_through_pointer.err.ll.
declare void @__fd_sincos_1(double, ptr, ptr)
define double @f(double %x) {
entry:
  %s = alloca double
  %c = alloca double
  call void @__fd_sincos_1(double 2.0, ptr %s, ptr %c)
  %sine = load double, ptr %s
  %y = fmul double %sine, %x
  ret double %y
}
