; RUN: diagnostics f(out)
; As result_through_pointer.ll, of the active one: only host functions have an intrinsic that returns both.
; CHECK: error:
; CHECK: in function `f`
; CHECK: call void @__nv_sincos
declare void @__nv_sincos(double, ptr, ptr)
define double @f(double %x) {
entry:
  %s = alloca double
  %c = alloca double
  call void @__nv_sincos(double %x, ptr %s, ptr %c)
  %sine = load double, ptr %s
  %y = fmul double %sine, %x
  ret double %y
}
