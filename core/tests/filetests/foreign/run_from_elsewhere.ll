; RUN: reverse f(dup)
; As run_from_elsewhere.err.ll, but the function is static, too, and nobody keeps its address.
; CHECK: @f.grad
@total = internal global double 0.0
declare void @elsewhere()
define internal void @twice() {
  %v = load double, ptr @total
  %w = fadd double %v, %v
  store double %w, ptr @total
  ret void
}
define internal double @f(ptr %x) {
  %v = load double, ptr %x
  store double %v, ptr @total
  call void @elsewhere()
  %z = load double, ptr @total
  ret double %z
}
