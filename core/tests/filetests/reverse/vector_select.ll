; RUN: reverse f(out, out)
; Each lane has its own condition.
; CHECK: select <2 x i1>
define double @f(<2 x double> %v, <2 x double> %w) {
entry:
  %c = fcmp ogt <2 x double> %v, %w
  %m = select <2 x i1> %c, <2 x double> %v, <2 x double> %w
  %a = extractelement <2 x double> %m, i32 0
  %b = extractelement <2 x double> %m, i32 1
  %y = fmul double %a, %b
  ret double %y
}
