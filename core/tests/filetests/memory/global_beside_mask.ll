; RUN: reverse f(dup)
; A sign mask elsewhere in the function leaves places inside of globals known.
; CHECK: @f.grad(ptr
; CHECK: getelementptr
; CHECK: @room.shadow
@room = internal global [4 x double] zeroinitializer
define double @f(ptr %a) {
entry:
  %bits = load i64, ptr %a
  %magnitude = or i64 %bits, -9223372036854775808
  %x = bitcast i64 %magnitude to double
  store double %x, ptr getelementptr (i8, ptr @room, i64 16)
  %k = fptosi double %x to i64
  %at = getelementptr double, ptr @room, i64 %k
  %z = load double, ptr %at
  %y = fmul double %z, %x
  ret double %y
}
