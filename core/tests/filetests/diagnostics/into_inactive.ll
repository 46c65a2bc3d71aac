; RUN: diagnostics f(dup, dup)
; The number goes through memory with a shadow. Twin: into_inactive.err.ll.
define double @f(ptr noalias %a, ptr noalias %b) {
entry:
  %x = load double, ptr %a
  store double %x, ptr %b
  call void @opaque()
  %y = load double, ptr %b
  %z = fmul double %y, %y
  ret double %z
}
define void @opaque() noinline {
entry:
  ret void
}
