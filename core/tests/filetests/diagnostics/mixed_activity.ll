; RUN: diagnostics f(dup, dup, const)
; Both pointers have shadows. Twin: mixed_activity.err.ll.
define double @f(ptr %a, ptr %b, i1 %c) {
entry:
  %p = select i1 %c, ptr %a, ptr %b
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
