; RUN: reverse f(dup, dup, const)
; Both stores wait, and stay in order: %a and %b may be the same.
; CHECK: @f.grad(
; CHECK-NOT: store double %x2, ptr %a
; CHECK: reverse.entry:
; CHECK: store double %x2, ptr %a
; CHECK: store double 1.000000e+00, ptr %b
; CHECK: ret void
; CHECK-COUNT: 1 store double 1.000000e+00
define void @f(ptr %a, ptr %b, double %y) {
entry:
  %x = load double, ptr %a
  %x2 = fmul double %x, %x
  store double %x2, ptr %a
  store double 1.0, ptr %b
  ret void
}
