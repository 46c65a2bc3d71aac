; RUN: plan f(dup, dup, dup)
; Twin of shadows_apart.ll without the promise.
; CHECK: plan of
; CHECK-NOT: apart
define void @f(ptr %a, ptr %b, ptr %c) {
entry:
  %x = load double, ptr %a
  store double %x, ptr %b
  ret void
}
