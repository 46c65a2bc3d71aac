; RUN: diagnostics f(dup)
; A function of this module is given to code that nobody sees, which may call it: it can name all globals.
; CHECK: the global `total` holds active data, and code that is not visible may read or write it [EZ0302]
@total = internal global double 0.0
declare double @apply(ptr)
define void @twice() {
  %v = load double, ptr @total
  %w = fadd double %v, %v
  store double %w, ptr @total
  ret void
}
define double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr @total
  %y = call double @apply(ptr @twice)
  %z = load double, ptr @total
  ret double %z
}
