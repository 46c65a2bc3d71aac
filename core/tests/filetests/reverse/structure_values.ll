; RUN: reverse f(out, const)
; Numbers in a structure by value, beside an integer.
; CHECK: { double } @f.grad
define double @f(double %x, i32 %k) {
entry:
  %s0 = insertvalue { double, { i32, double } } poison, double %x, 0
  %s1 = insertvalue { double, { i32, double } } %s0, i32 %k, 1, 0
  %t = fmul double %x, %x
  %s2 = insertvalue { double, { i32, double } } %s1, double %t, 1, 1
  %a = extractvalue { double, { i32, double } } %s2, 0
  %b = extractvalue { double, { i32, double } } %s2, 1, 1
  %y = fmul double %a, %b
  ret double %y
}
