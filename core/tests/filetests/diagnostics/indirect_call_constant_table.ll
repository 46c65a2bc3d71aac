; RUN: diagnostics f(out, const)
; A constant table says which functions it holds, in a part of a program as well.
@table = internal constant [2 x ptr] [ptr @square, ptr @cube]
define double @f(double %x, i64 %k) {
entry:
  %at = getelementptr [2 x ptr], ptr @table, i64 0, i64 %k
  %g = load ptr, ptr %at
  %y = call double %g(double %x)
  ret double %y
}
define double @square(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
define double @cube(double %x) {
entry:
  %s = fmul double %x, %x
  %y = fmul double %x, %s
  ret double %y
}
