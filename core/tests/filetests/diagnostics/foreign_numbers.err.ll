; RUN: diagnostics f(out)
; As foreign_numbers.ll with a type that is not followed: its derivative would be lost.
; CHECK: active data in a type of numbers that is not differentiated [EZ0103]
define double @f(double %x) {
entry:
  %q = fpext double %x to ppc_fp128
  %p = fmul ppc_fp128 %q, %q
  %r = fmul ppc_fp128 %p, %p
  %y = fptrunc ppc_fp128 %r to double
  ret double %y
}
