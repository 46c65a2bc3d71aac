; RUN: reverse f(out)
; A product for one side of a select alone: where the side is not chosen, its zero adjoint gives zero whatever
; the other factor is.
; CHECK: @f.grad
; CHECK: fcmp oeq double
; CHECK: select i1
declare double @llvm.sqrt.f64(double)
declare double @llvm.log.f64(double)
define double @f(double %x) {
  %s = call double @llvm.sqrt.f64(double %x)
  %l = call double @llvm.log.f64(double %x)
  %m = fmul double %s, %l
  %q = fmul double %x, %x
  %c = fcmp ogt double %x, 0.0
  %y = select i1 %c, double %m, double %q
  ret double %y
}
