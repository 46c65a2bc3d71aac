; RUN: reverse f(dup, dup)
; A product that may be rounded together with a sum may be so with the sum of contributions.
; CHECK: define internal void @f.grad(
; CHECK: fmul contract double
; CHECK: fadd reassoc nsz contract double
define double @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %w = load double, ptr %y
  %square = fmul contract double %v, %v
  %cube = fmul contract double %square, %v
  %all = fmul contract double %cube, %w
  ret double %all
}
