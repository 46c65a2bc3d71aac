; RUN: plan
; Twin of shadows_apart.ll where a pass might have made the load, because %a is known to be there.
; CHECK: plan of
; CHECK-NOT: what %x read apart
; CHECK-NOT: through %a
declare void @__enzyme_autodiff(...)
define void @d(ptr %a, ptr %da, ptr %b, ptr %db, ptr %c, ptr %dc) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %a, ptr %da, ptr %b, ptr %db, ptr %c, ptr %dc)
  ret void
}
define void @f(ptr noalias dereferenceable(8) %a, ptr noalias %b, ptr %c) {
entry:
  %x = load double, ptr %a
  store double %x, ptr %b
  ret void
}
