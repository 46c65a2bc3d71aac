; RUN: plan f(dup)
; Nothing is written between the callee's two halves: the callee reads again.
; CHECK: plan of g.aug(dup) -> active
; CHECK-NOT: keep %x
define double @f(ptr noalias %a) {
entry:
  %r = call double @g(ptr %a)
  %s = fmul double %r, %r
  ret double %s
}
define double @g(ptr noalias readonly %a) {
entry:
  %x = load double, ptr %a
  %y = fmul double %x, %x
  ret double %y
}
