; RUN: reverse f(out, const)
; A call of inactive data runs once, in the primal.
; CHECK: { double } @f.grad
; CHECK-COUNT: 1 call double @weight
define double @f(double %x, i32 %k) {
entry:
  %w = call double @weight(i32 %k)
  %y = fmul double %x, %w
  ret double %y
}
define double @weight(i32 %k) noinline {
entry:
  %d = sitofp i32 %k to double
  ret double %d
}
