; RUN: diagnostics f(dup, dup, const)
; A function of that name that takes another kind of number is not the library's.
; CHECK: `array_update` is not called as the library function of that name is
declare double @array_update(i32, float, ptr, ptr)
define double @f(ptr %x, ptr %y, i32 %n) {
entry:
  %r = call double @array_update(i32 %n, float 1.0, ptr %x, ptr %y)
  ret double %r
}
