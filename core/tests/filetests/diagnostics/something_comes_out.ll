; RUN: warnings f(dup, dup)
; As nothing_comes_out.ll, with a shadow for %y.
; CHECK-NOT: warning
define void @f(ptr noalias %x, ptr noalias %y) {
entry:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %y
  ret void
}
