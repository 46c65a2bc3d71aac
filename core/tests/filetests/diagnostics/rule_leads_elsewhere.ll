; RUN: reverse f(dup, dup)
; The pointer in the shadow is still what it was. Twin: rule_leads_elsewhere.err.ll.
; CHECK: call void @reversed
@__enzyme_register_gradient_g = constant [3 x ptr] [ptr @g, ptr @augmented, ptr @reversed]
define double @g(ptr %h) noinline {
  %p = load ptr, ptr %h
  %a = load double, ptr %p
  ret double %a
}
define double @augmented(ptr %h, ptr %dh) {
  %a = call double @g(ptr %h)
  ret double %a
}
define void @reversed(ptr %h, ptr %dh, double %seed) {
  %dp = load ptr, ptr %dh
  %old = load double, ptr %dp
  %new = fadd double %old, %seed
  store double %new, ptr %dp
  ret void
}
define double @f(ptr %p, ptr %q) {
  %h = alloca ptr
  store ptr %p, ptr %h
  %a = call double @g(ptr %h)
  %b = call double @g(ptr %h)
  %c = fmul double %a, %b
  ret double %c
}
