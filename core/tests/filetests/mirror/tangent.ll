; RUN: forward f(dup, const)
; CHECK: store ptr %x.shadow, ptr %0
; CHECK: call i32 @talk_tangent_send(ptr %x, i32 %n, ptr null, ptr %list, i32 1, ptr null)
; CHECK: ret
declare i32 @talk_send(ptr, i32, ptr)
define double @f(ptr %x, i32 %n) {
entry:
  %v = load double, ptr %x
  %s = call i32 @talk_send(ptr %x, i32 %n, ptr null)
  ret double %v
}
