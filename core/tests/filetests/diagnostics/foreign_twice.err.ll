; RUN: diagnostics f(dup)
; A number goes to memory of unknown origin; another pointer of unknown origin may lead to the same.
; CHECK: active data is reached through a pointer of unknown origin, which `cell` returns [EZ0302]
declare ptr @cell()

define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  %to = call ptr @cell()
  store double %x, ptr %to
  %from = call ptr @cell()
  %y = load double, ptr %from
  %z = fmul double %y, %x
  ret double %z
}
