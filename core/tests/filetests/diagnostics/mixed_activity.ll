; RUN: diagnostics f(dup, dup, const)
; Both pointers have shadows. Twin: mixed_activity.err.ll.
define double @at(ptr %p) noinline {
entry:
  %x = load double, ptr %p
  ret double %x
}

define double @f(ptr %a, ptr %b, i1 %c) {
entry:
  %p = select i1 %c, ptr %a, ptr %b
  %x = call double @at(ptr %p)
  %y = fmul double %x, %x
  ret double %y
}
