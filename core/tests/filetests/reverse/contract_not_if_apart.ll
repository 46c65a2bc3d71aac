; RUN: reverse f(dup, dup)
; As contract.ll, where products are rounded by themselves.
; CHECK: define internal void @f.grad(
; CHECK: fmul double
; CHECK-NOT: contract
define double @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %w = load double, ptr %y
  %square = fmul double %v, %v
  %cube = fmul double %square, %v
  %all = fmul double %cube, %w
  ret double %all
}
