; RUN: diagnostics f(dup, const, const)
; As mixed_activity.ll with one of them inactive.
; CHECK: a pointer is active on one path and inactive (%b) on another [EZ0303]
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
