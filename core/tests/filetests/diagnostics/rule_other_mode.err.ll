; RUN: diagnostics f(out)
; As rule_other_mode.ll, asked for in the other mode.
; CHECK: `g` is called on active data in reverse mode, and only its forward rule is registered [EZ0101]
declare double @g(double)
@__enzyme_register_derivative_g = constant [2 x ptr] [ptr @g, ptr @tangent]
define double @tangent(double %x, double %d) {
  ret double %d
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
