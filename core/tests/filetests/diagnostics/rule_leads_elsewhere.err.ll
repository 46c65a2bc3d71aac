; RUN: diagnostics f(dup, dup)
; As rule_leads_elsewhere.ll, and the pointer is set anew behind the first call: so is that in the shadow, which the gradient follows.
; CHECK: `reversed` follows pointers in the shadow of `h`, which what follows may set anew before the reverse pass [EZ0503]
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
  store ptr %q, ptr %h
  %b = call double @g(ptr %h)
  %c = fmul double %a, %b
  ret double %c
}
