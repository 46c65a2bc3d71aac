; RUN: plan f(dup, dup)
; Twin of pair.ll with a gap.
; CHECK: plan of
; CHECK-NOT: together
define void @f(ptr %a, ptr %b) {
entry:
  %a1 = getelementptr i8, ptr %a, i64 16
  %x = load double, ptr %a
  %y = load double, ptr %a1
  %z = fmul double %x, %y
  %u = load double, ptr %b
  %re = fsub double %u, %z
  store double %re, ptr %a
  %v = load double, ptr %b
  %im = fadd double %v, %z
  store double %im, ptr %a1
  ret void
}
