; RUN: forward f(dup, dup, const)
; Where pointers meet, their shadows meet.
; CHECK: double @f.fwd
; CHECK-COUNT: 2 select i1 %c, ptr
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
