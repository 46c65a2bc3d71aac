; RUN: reverse f(out)
; A zero seed is not multiplied with an infinite partial. Twin: plain_product.ll.
; CHECK: { double } @f.grad
; CHECK: fcmp
; CHECK: select
declare double @llvm.sqrt.f64(double)
define double @f(double %x) {
entry:
  %y = call double @llvm.sqrt.f64(double %x)
  ret double %y
}
