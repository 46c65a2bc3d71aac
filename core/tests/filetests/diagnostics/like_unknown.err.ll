; RUN: diagnostics f(out)
; As like_unknown.ll, to one that nobody knows.
; CHECK: `g` is said to be like `sinner`, of which nothing is known [EZ0501]
@__enzyme_function_like = constant [2 x ptr] [ptr @g, ptr @name]
@name = constant [7 x i8] c"sinner\00"

define double @g(double %x) {
  %y = fmul double %x, %x
  ret double %y
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
