; RUN: reverse f(dup, dup)
; A stored pointer has its shadow stored where it goes.
; CHECK: void @f.grad(ptr %pp, ptr %pp.shadow, ptr %a, ptr %a.shadow
; CHECK: store ptr %a, ptr %pp
; CHECK: store ptr %a.shadow, ptr %pp.shadow
define void @f(ptr %pp, ptr %a) {
entry:
  store ptr %a, ptr %pp
  %p = load ptr, ptr %pp
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret void
}
