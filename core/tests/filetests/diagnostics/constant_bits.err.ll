; RUN: diagnostics f(dup)
; As constant_bits.ll, but the caller reads the constant as a number: a very small one.
; CHECK: cannot deduce whether 1 holds numbers or integers [EZ0201]
define void @set(ptr %p) noinline {
  store i64 1, ptr %p
  ret void
}
define double @f(ptr noalias %a) {
entry:
  call void @set(ptr %a)
  %x = load double, ptr %a
  %y = fmul double %x, %x
  ret double %y
}
