; RUN: diagnostics f(dup, const, dup)
; A pointer is read where its halves were written.
; CHECK: a number lies at an address that was computed with integers, or put together of pieces [EZ0302]
define double @f(ptr %a, i64 %i, ptr %kept) {
entry:
  %local = alloca double
  %x = load double, ptr %a
  store double %x, ptr %local
  %bits = ptrtoint ptr %local to i64
  %low = trunc i64 %bits to i32
  %shifted = lshr i64 %bits, 32
  %high = trunc i64 %shifted to i32
  store volatile i32 %low, ptr %kept
  %second = getelementptr i8, ptr %kept, i64 4
  store volatile i32 %high, ptr %second
  %at = load ptr, ptr %kept
  %y = load double, ptr %at
  %z = fmul double %y, %x
  ret double %z
}
