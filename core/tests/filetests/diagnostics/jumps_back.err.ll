; RUN: diagnostics f(out)
; What runs again after a jump is not in the control flow that is reversed.
; CHECK: `_setjmp` has no derivative [EZ0101]
@place = internal global [200 x i8] zeroinitializer
declare i32 @_setjmp(ptr) returns_twice
define double @f(double %x) {
  %k = call i32 @_setjmp(ptr @place)
  %y = fmul double %x, %x
  ret double %y
}
