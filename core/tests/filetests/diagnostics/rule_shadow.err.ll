; RUN: diagnostics f(dup, const)
; As rule_shadow.ll, whose gradient adds to the shadow that is missing, too.
; CHECK: the rule of `g` looks at the shadow of parameter 2 `q`, which has none [EZ0502]
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
define double @g(ptr %p, ptr %q) {
  %a = load double, ptr %p
  %b = load double, ptr %q
  %y = fmul double %a, %b
  ret double %y
}
define double @augmented(ptr %p, ptr %dp, ptr %q, ptr %dq) {
  %y = call double @g(ptr %p, ptr %q)
  ret double %y
}
define void @reversed(ptr %p, ptr %dp, ptr %q, ptr %dq, double %seed) {
  store double %seed, ptr %dp
  store double %seed, ptr %dq
  ret void
}

define double @f(ptr %p, ptr %q) {
  %y = call double @g(ptr %p, ptr %q)
  ret double %y
}
