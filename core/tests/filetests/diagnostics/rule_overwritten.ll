; RUN: reverse f(dup, dup)
; What the gradient reads is still there. Twin: rule_overwritten.err.ll.
; CHECK: call void @reversed
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
define void @g(ptr %p, ptr %q) noinline {
  %a = load double, ptr %p
  store double %a, ptr %q
  ret void
}
define void @augmented(ptr %p, ptr %dp, ptr %q, ptr %dq) {
  ret void
}
define void @reversed(ptr %p, ptr %dp, ptr %q, ptr %dq) {
  %a = load double, ptr %p
  store double %a, ptr %dp
  ret void
}
define void @f(ptr %p, ptr %q) {
  call void @g(ptr %p, ptr %q)
  call void @g(ptr %p, ptr %q)
  ret void
}
