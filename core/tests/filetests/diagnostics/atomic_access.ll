; RUN: diagnostics f(dup)
; A plain load. Twin: atomic_access.err.ll.
define double @f(ptr %p) {
entry:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
