; RUN: reverse f(dup)
; As global_of_others.err.ll, with a global and functions of this module alone.
; CHECK: @f.grad
@total = internal global double 0.0
declare double @elsewhere()
define internal double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr @total
  %y = call double @elsewhere()
  ret double %y
}
