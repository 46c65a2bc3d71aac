; RUN: diagnostics f(dup) --forward
; As rule_alone.ll, whose function writes: both would.
; CHECK: `g` may write memory, and `tangent` returns its tangent alone [EZ0501]
@__enzyme_register_derivative_g = constant [2 x ptr] [ptr @g, ptr @tangent]
@last = global double 0.0
define double @g(ptr %p) noinline {
  %y = load double, ptr %p
  store double %y, ptr @last
  ret double %y
}
define double @tangent(ptr %p, ptr %dp) {
  %y = load double, ptr %dp
  ret double %y
}

define double @f(ptr %p) {
  %y = call double @g(ptr %p)
  ret double %y
}
