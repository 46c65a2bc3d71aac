; RUN: diagnostics f(dup)
; As written_below.err.ll, but what the callee writes does not vary.
declare ptr @cell()

define void @put(double %v) noinline {
entry:
  %p = call ptr @cell()
  store double 2.0, ptr %p
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
