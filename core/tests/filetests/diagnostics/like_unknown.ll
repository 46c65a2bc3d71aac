; RUN: reverse f(out)
; A function is like a known one. Twin: like_unknown.err.ll.
; CHECK: llvm.cos
@__enzyme_function_like = constant [2 x ptr] [ptr @g, ptr @name]
@name = constant [4 x i8] c"sin\00"

define double @g(double %x) {
  %y = fmul double %x, %x
  ret double %y
}

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
