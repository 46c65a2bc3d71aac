; RUN: warnings f(const, const)
; CHECK: warning: no argument of `f` is active: this derivative is zero [EZ0406]
; CHECK: help: mark what the derivative is wanted of `enzyme_dup`
define double @f(ptr %x, double %y) {
entry:
  %v = load double, ptr %x
  %w = fmul double %v, %y
  ret double %w
}
