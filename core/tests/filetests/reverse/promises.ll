; RUN: reverse
; What parameters promise holds for them and, but for `noalias` and the alignment, for their shadows; not where the
; source passes a copy.
; CHECK: @f.grad(ptr noalias nonnull align 8 dereferenceable(16) %a, ptr nonnull dereferenceable(16) %a.shadow, ptr %b,
declare void @__enzyme_autodiff(...)
define void @d(ptr %a, ptr %da, ptr %b) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %a, ptr %da, metadata !"enzyme_const", ptr %b)
  ret void
}
define double @f(ptr noalias nonnull align 8 dereferenceable(16) %a, ptr noalias align 8 byval(double) %b) {
entry:
  %x = load double, ptr %a
  %y = load double, ptr %b
  %z = fmul double %x, %y
  ret double %z
}
