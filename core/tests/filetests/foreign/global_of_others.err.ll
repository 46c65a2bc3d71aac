; RUN: diagnostics f(dup)
; A global that other modules can name holds a number when code runs that nobody sees.
; CHECK: the global `total` holds active data, and code that is not visible may read or write it [EZ0302]
@total = global double 0.0
declare double @elsewhere()
define double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr @total
  %y = call double @elsewhere()
  ret double %y
}
