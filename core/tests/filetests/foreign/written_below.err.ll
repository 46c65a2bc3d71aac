; RUN: diagnostics f(dup)
; A callee writes a number where an unknown function says; another one reads it there.
; CHECK: active data is reached through a pointer of unknown origin, which `cell` returns [EZ0302]
; CHECK: in function `put`
declare ptr @cell()

define void @put(double %v) noinline {
entry:
  %p = call ptr @cell()
  store double %v, ptr %p
  ret void
}

define double @take() noinline {
entry:
  %p = call ptr @cell()
  %y = load double, ptr %p
  ret double %y
}

define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  call void @put(double %x)
  %y = call double @take()
  %at = getelementptr double, ptr %a, i64 1
  %w = load double, ptr %at
  %z = fmul double %y, %w
  ret double %z
}
