; RUN: plan f(dup, dup, dup)
; Twin of shadows_apart.ll where a pointer of unknown origin may be %b: it was stored before.
; CHECK: shadow of what %x read apart from what is written through %b
; CHECK: shadow of what is written at %b apart from what is written through %a
; CHECK: shadow of what is written at %q apart from what is written through %a, read through %a
; CHECK-NOT: through %b
define void @f(ptr noalias %a, ptr noalias %b, ptr %c) {
entry:
  %x = load double, ptr %a
  store ptr %b, ptr %c
  store double %x, ptr %b
  %p = getelementptr ptr, ptr %c, i64 1
  %q = load ptr, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %q
  ret void
}
