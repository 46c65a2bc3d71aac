; RUN: diagnostics f(out, out)
; Numbers as members of a structure value. Twin: number_in_structure.err.ll.
define {double, double} @g(double %x, double %z) noinline {
  %s = insertvalue {double, double} undef, double %x, 0
  %t = insertvalue {double, double} %s, double %z, 1
  ret {double, double} %t
}
define double @f(double %x, double %z) {
entry:
  %s = call {double, double} @g(double %x, double %z)
  %y = extractvalue {double, double} %s, 0
  %w = extractvalue {double, double} %s, 1
  %r = fmul double %y, %w
  ret double %r
}
