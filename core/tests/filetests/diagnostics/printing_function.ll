; RUN: reverse f(dup)
; A function with any number of arguments that hands them to `vfprintf` is what `printf` is. Twin: printing_function.err.ll.
; CHECK: call void (ptr, ...) @note(
; CHECK: fmul
@stderr = external global ptr
@text = internal constant [7 x i8] c"%p %g\0A\00"
declare i32 @vfprintf(ptr, ptr, ptr)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
define internal void @note(ptr %format, ...) noinline {
  %list = alloca [4 x i64]
  call void @llvm.va_start(ptr %list)
  %to = load ptr, ptr @stderr
  %n = call i32 @vfprintf(ptr %to, ptr %format, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}
define double @f(ptr %x) {
entry:
  %y = load double, ptr %x
  call void (ptr, ...) @note(ptr @text, ptr %x, double %y)
  %z = fmul double %y, %y
  ret double %z
}
