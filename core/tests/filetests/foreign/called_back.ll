; RUN: reverse f(dup)
; As called_back.err.ll, but nothing is given that could be called.
; CHECK: @f.grad
@total = internal global double 0.0
declare double @apply(ptr)
define internal void @twice() {
  %v = load double, ptr @total
  %w = fadd double %v, %v
  store double %w, ptr @total
  ret void
}
define internal double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr @total
  %y = call double @apply(ptr null)
  %z = load double, ptr @total
  ret double %z
}
