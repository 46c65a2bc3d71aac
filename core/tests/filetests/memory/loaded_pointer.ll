; RUN: reverse f(dup)
; The shadow of a loaded pointer is loaded from the shadow.
; CHECK: @f.grad(ptr %pp, ptr %pp.shadow
; CHECK: load ptr, ptr %pp
; CHECK: load ptr, ptr %pp.shadow
define double @f(ptr %pp) {
entry:
  %p = load ptr, ptr %pp
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
