; RUN: diagnostics f(out, out)
; As number_in_structure.ll, but the member that carries the number is an integer.
; CHECK: EZ0203
define {i64, double} @g(double %x, double %z) noinline {
  %i = bitcast double %x to i64
  %s = insertvalue {i64, double} undef, i64 %i, 0
  %t = insertvalue {i64, double} %s, double %z, 1
  ret {i64, double} %t
}
define double @f(double %x, double %z) {
entry:
  %s = call {i64, double} @g(double %x, double %z)
  %i = extractvalue {i64, double} %s, 0
  %y = bitcast i64 %i to double
  %w = extractvalue {i64, double} %s, 1
  %r = fmul double %y, %w
  ret double %r
}
