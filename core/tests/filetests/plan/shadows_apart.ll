; RUN: plan f(dup, dup, dup)
; What is stored through %b is accessed through nothing else, and so are the shadows. Twins: shadows_meet.ll,
; shadows_meet_if_read.ll, shadows_meet_if_present.ll, shadows_meet_if_known.ll.
; CHECK: shadow of what %x read apart from what is written through %b
; CHECK: shadow of what is written at %b apart from what is written through %a, read through %a
define void @f(ptr noalias %a, ptr noalias %b, ptr %c) {
entry:
  %x = load double, ptr %a
  store double %x, ptr %b
  ret void
}
