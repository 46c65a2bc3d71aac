; RUN: plan f(dup, dup, const)
; Both pointers have shadows. Twin: guard.ll.
; CHECK: plan of f.grad
; CHECK-NOT: leave the shadow
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
