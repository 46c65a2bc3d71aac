; RUN: diagnostics f(dup)
; A function of that name with other arguments is not the library's.
; CHECK: `talk_send` is called with 2 arguments, and takes 3
declare i32 @talk_send(ptr, i32)
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %s = call i32 @talk_send(ptr %x, i32 4)
  ret double %v
}
