; RUN: plan f(dup, const, const)
; As guard_not_if_both_active.ll with one of them inactive: in the callee, too.
; CHECK: leave the shadow of %p alone where it is %p itself: inactive memory
; CHECK: plan of at.aug
; CHECK: leave the shadow of %p alone
define double @at(ptr %p) noinline {
entry:
  %x = load double, ptr %p
  ret double %x
}

define double @f(ptr %a, ptr %b, i1 %c) {
entry:
  %p = select i1 %c, ptr %a, ptr %b
  %x = call double @at(ptr %p)
  %q = load double, ptr %p
  %y = fmul double %x, %q
  ret double %y
}
