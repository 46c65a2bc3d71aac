; RUN: diagnostics f(dup)
; As passed_below.err.ll, but what is passed does not vary.
declare void @keep(double)
declare double @kept()

define void @record(double %v) noinline {
entry:
  call void @keep(double 2.0)
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
