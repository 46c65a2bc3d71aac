; RUN: diagnostics f(dup)
; A small constant that nobody reads as a number is an integer. Twin: constant_bits.err.ll.
define void @set(ptr %p) noinline {
  %at = getelementptr i8, ptr %p, i64 8
  store i64 1, ptr %at
  ret void
}
define double @f(ptr noalias %a) {
entry:
  call void @set(ptr %a)
  %x = load double, ptr %a
  %y = fmul double %x, %x
  ret double %y
}
