; RUN: diagnostics f(dup)
; A vector of known length. Twin: scalable_vector.err.ll.
define double @f(ptr noalias %a) {
entry:
  %v = load <2 x double>, ptr %a
  %w = fmul <2 x double> %v, %v
  %y = extractelement <2 x double> %w, i64 0
  ret double %y
}
