; RUN: plan f(dup, dup, dup)
; Twin of shadows_apart.ll where %b is only read: it may be %a, and its shadow that of %a.
; CHECK: shadow of what %x read apart from what is written through %b
; CHECK: shadow of what %y read apart from what is written through %a
; CHECK: shadow of what is written at %c apart from what is written through %a, read through %a, written through %b, read through %b
define void @f(ptr noalias %a, ptr noalias %b, ptr %c) {
entry:
  %x = load double, ptr %a
  %y = load double, ptr %b
  %z = fmul double %x, %y
  store double %z, ptr %c
  ret void
}
