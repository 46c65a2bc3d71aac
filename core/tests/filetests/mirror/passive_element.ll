; RUN: plan f(dup)
; Constants that name integers: no shadow goes along.
; CHECK: mirror the call of talk_send in entry with shadows of %x
; CHECK: mirror the call of talk_send in entry without shadows
@talk_int = external global i8
@talk_double = external global i8
declare i32 @talk_send(ptr, i32, ptr)
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %a = call i32 @talk_send(ptr %x, i32 1, ptr @talk_double)
  %p = getelementptr i8, ptr %x, i64 8
  %b = call i32 @talk_send(ptr %p, i32 1, ptr @talk_int)
  ret double %v
}
