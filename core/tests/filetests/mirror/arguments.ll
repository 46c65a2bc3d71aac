; RUN: diagnostics f(dup)
; A function of that name with its arguments is the library's.
; CHECK-NOT: takes 3
declare i32 @talk_send(ptr, i32, ptr)
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %s = call i32 @talk_send(ptr %x, i32 4, ptr null)
  ret double %v
}
