; RUN: diagnostics f(dup)
; A callee passes a number to an unknown function, which may keep it for another one.
; CHECK: `keep` is called on active data and nothing is known of it [EZ0101]
; CHECK: in function `record`
declare void @keep(double)
declare double @kept()

define void @record(double %v) noinline {
entry:
  call void @keep(double %v)
  ret void
}

define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  call void @record(double %x)
  %y = call double @kept()
  %at = getelementptr double, ptr %a, i64 1
  %w = load double, ptr %at
  %z = fmul double %y, %w
  ret double %z
}
