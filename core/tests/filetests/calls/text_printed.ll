; RUN: reverse f(dup)
; Text that is printed carries no derivative. Twin: text_printed.err.ll.
; CHECK: @f.grad
@format = private constant [4 x i8] c"%lg\00"
declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @puts(ptr)
declare double @atof(ptr)
define double @f(ptr %x) {
entry:
  %text = alloca [32 x i8]
  %v = load double, ptr %x
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 32, ptr @format, double %v)
  %m = call i32 @puts(ptr %text)
  %y = fmul double %v, %v
  ret double %y
}
