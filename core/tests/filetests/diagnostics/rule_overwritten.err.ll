; RUN: diagnostics f(dup, dup)
; As rule_overwritten.ll, and what its gradient reads is overwritten.
; CHECK: `reversed` reads memory that what follows may overwrite or free before the reverse pass [EZ0503]
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
  store double 3.0, ptr %p
  call void @g(ptr %p, ptr %q)
  ret void
}
