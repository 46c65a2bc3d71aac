; RUN: forward f(dup, dup, const)
; Where pointers meet, their shadows meet.
; CHECK: double @f.fwd
; CHECK-COUNT: 2 select i1 %c, ptr
define double @f(ptr %a, ptr %b, i1 %c) {
entry:
  %p = select i1 %c, ptr %a, ptr %b
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
