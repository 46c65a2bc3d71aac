; RUN: diagnostics f(out)
; Another definition may take the place of a weak one.
; CHECK: `g` is called on active data and another definition may take its place when the program is linked [EZ0101]
define weak double @g(double %x) {
  ret double %x
}
define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
