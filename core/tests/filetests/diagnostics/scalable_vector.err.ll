; RUN: diagnostics f(dup)
; As scalable_vector.ll with a vector of unknown length.
; CHECK: active data in a type of numbers that is not differentiated [EZ0103]
define double @f(ptr noalias %a) {
entry:
  %v = load <vscale x 2 x double>, ptr %a
  %w = fmul <vscale x 2 x double> %v, %v
  %y = extractelement <vscale x 2 x double> %w, i64 0
  ret double %y
}
