; RUN: reverse f(out)
; A program's own `gamma` is what its body says, not the library's.
; CHECK: @gamma.grad
define double @f(double %x) {
entry:
  %y = call double @gamma(double %x)
  ret double %y
}
define double @gamma(double %x) noinline {
entry:
  %y = fmul double %x, %x
  ret double %y
}
