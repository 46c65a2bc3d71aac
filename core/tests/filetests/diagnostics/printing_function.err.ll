; RUN: diagnostics f(dup)
; As printing_function.ll, and it takes an address out of the list, behind which it writes.
; CHECK: `note` is called on active data and it takes a variable number of arguments [EZ0101]
; CHECK: help: if it only prints
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
  %at = load ptr, ptr %list
  store double 0.0, ptr %at
  ret void
}
define double @f(ptr %x) {
entry:
  %y = load double, ptr %x
  call void (ptr, ...) @note(ptr @text, ptr %x, double %y)
  %z = fmul double %y, %y
  ret double %z
}
