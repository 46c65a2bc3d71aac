; RUN: reverse f(out, const)
; A constant table has no shadow and is read again.
; CHECK: { double } @f.grad
; CHECK-NOT: shadow
@table = internal constant [4 x double] [double 1.0, double 2.0, double 3.0, double 4.0]
define double @f(double %x, i64 %k) {
entry:
  %at = getelementptr double, ptr @table, i64 %k
  %w = load double, ptr %at
  %y = fmul double %x, %w
  ret double %y
}
