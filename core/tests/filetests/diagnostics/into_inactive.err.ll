; RUN: diagnostics f(dup, const)
; As into_inactive.ll with %b declared inactive.
; CHECK: active data goes through %b, which was declared inactive [EZ0301]
; CHECK: help: pass it as enzyme_dup
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
