; RUN: plan f(dup, dup)
; Two neighbours that are read, and written when others have been read. Twins: pair_not_if_apart.ll,
; pair_not_if_at_once.ll, pair_not_if_only_written.ll.
; CHECK: zero adjoints at %a and %a1 together
define void @f(ptr %a, ptr %b) {
entry:
  %a1 = getelementptr i8, ptr %a, i64 8
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
