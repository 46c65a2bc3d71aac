; RUN: diagnostics f(dup, const, dup)
; A pointer is read where it was written as a whole.
; CHECK-NOT: EZ
define double @f(ptr %a, i64 %i, ptr %kept) {
entry:
  %local = alloca double
  %x = load double, ptr %a
  store double %x, ptr %local
  store ptr %local, ptr %kept
  %at = load ptr, ptr %kept
  %y = load double, ptr %at
  %z = fmul double %y, %x
  ret double %z
}
