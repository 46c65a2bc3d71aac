; RUN: plan f(dup)
; The callee's halves are two functions: what both need travels in a frame.
; CHECK: plan of f.grad(dup) -> active
; CHECK: plan of g.aug(dup) -> active
; CHECK: keep %x in the frame
define double @f(ptr noalias %a) {
entry:
  %r = call double @g(ptr %a)
  %s = fmul double %r, %r
  ret double %s
}
define double @g(ptr noalias %a) {
entry:
  %x = load double, ptr %a
  %y = fmul double %x, %x
  store double %y, ptr %a
  ret double %y
}
