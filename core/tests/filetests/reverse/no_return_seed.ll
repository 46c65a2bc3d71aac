; RUN: reverse f(dup) -> noret
; The result is not asked for: no seed parameter.
; CHECK: void @f.grad(ptr %p, ptr %p.shadow)
define double @f(ptr %p) {
entry:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret double %x
}
