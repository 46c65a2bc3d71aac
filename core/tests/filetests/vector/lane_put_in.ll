; RUN: reverse f(dup, dup)
; A number that moves as an integer becomes a lane of a vector of integers, and that a vector of numbers.
define double @f(ptr %x, ptr %y) {
  %bits = load i64, ptr %y, align 8
  store i64 %bits, ptr %x, align 8
  %second.at = getelementptr i8, ptr %y, i64 8
  %second = load double, ptr %second.at, align 8
  %lane = insertelement <2 x i64> poison, i64 %bits, i64 0
  %first = bitcast <2 x i64> %lane to <2 x double>
  %both = insertelement <2 x double> %first, double %second, i64 1
  %halves = fmul <2 x double> %both, splat (double 5.0e-01)
  store <2 x double> %halves, ptr %y, align 8
  ret double 0.0
}
; CHECK: @f.grad(ptr
