; RUN: diagnostics f(dup)
; As text_printed.ll, but the text is read back.
; CHECK: `atof` makes a number of memory that active numbers were written to [EZ0101]
@format = private constant [4 x i8] c"%lg\00"
declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @puts(ptr)
declare double @atof(ptr)
define double @f(ptr %x) {
entry:
  %text = alloca [32 x i8]
  %v = load double, ptr %x
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 32, ptr @format, double %v)
  %r = call double @atof(ptr %text)
  %y = fmul double %v, %r
  ret double %y
}
