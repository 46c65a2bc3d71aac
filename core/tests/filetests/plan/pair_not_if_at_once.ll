; RUN: plan f(dup, dup)
; Twin of pair.ll with nothing between load and store: the zeros are never stored.
; CHECK: plan of
; CHECK-NOT: together
define void @f(ptr %a, ptr %b) {
entry:
  %a1 = getelementptr i8, ptr %a, i64 8
  %x = load double, ptr %a
  %y = load double, ptr %a1
  %z = fmul double %x, %y
  store double %z, ptr %a
  %w = fadd double %z, 1.0
  store double %w, ptr %a1
  ret void
}
