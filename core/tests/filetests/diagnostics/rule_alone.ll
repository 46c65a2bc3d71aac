; RUN: forward f(dup)
; The rule gives the tangent alone, and the function itself the result, for it writes nothing. Twin: rule_alone.err.ll.
; CHECK: call double @g(
; CHECK: call double @tangent(
@__enzyme_register_derivative_g = constant [2 x ptr] [ptr @g, ptr @tangent]
define double @g(ptr %p) noinline {
  %y = load double, ptr %p
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
