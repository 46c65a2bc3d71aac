; RUN: reverse f(out)
; Vector operations stay vector operations; lanes find their way back.
; CHECK: { <2 x double> } @f.grad(<2 x double> %v, double
; CHECK: fmul <2 x double>
define double @f(<2 x double> %v) {
entry:
  %w = fmul <2 x double> %v, %v
  %u = shufflevector <2 x double> %w, <2 x double> %v, <2 x i32> <i32 3, i32 0>
  %a = extractelement <2 x double> %u, i32 0
  %b = extractelement <2 x double> %u, i32 1
  %y = fmul double %a, %b
  ret double %y
}
