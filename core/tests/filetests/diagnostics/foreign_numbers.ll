; RUN: diagnostics f(out)
; IEEE numbers of 128 bits are numbers like others. Twin: foreign_numbers.err.ll.
define double @f(double %x) {
entry:
  %q = fpext double %x to fp128
  %p = fmul fp128 %q, %q
  %r = fmul fp128 %p, %p
  %y = fptrunc fp128 %r to double
  ret double %y
}
