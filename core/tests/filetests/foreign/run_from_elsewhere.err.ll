; RUN: diagnostics f(dup)
; A static global, and a function without body that may run a function of this module which uses it.
; CHECK: the global `total` holds active data, and code that is not visible may read or write it [EZ0302]
@total = internal global double 0.0
declare void @elsewhere()
define void @twice() {
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
