; RUN: plan f(dup, dup)
; As reload_in_split_callee.ll, but the caller writes before the callee's reverse half.
; CHECK: plan of g.aug(dup) -> active
; CHECK: keep %x in the frame
define double @f(ptr noalias %a, ptr %b) {
entry:
  %r = call double @g(ptr %a)
  %s = fmul double %r, %r
  store double %s, ptr %a
  %y = load double, ptr %b
  %t = fmul double %s, %y
  ret double %t
}
define double @g(ptr noalias readonly %a) {
entry:
  %x = load double, ptr %a
  %y = fmul double %x, %x
  ret double %y
}
