; RUN: forward
; The shadows of all directions go along in one call; where there are none, how many directions there are.
; CHECK: store ptr %x.shadow,
; CHECK: store ptr %x.shadow1,
; CHECK: call i32 @talk_tangent_send(ptr %x, i32 4, ptr null, ptr %list, i32 2, ptr null)
; CHECK: call i32 @talk_tangent_send(ptr %k, i32 4, ptr null, ptr null, i32 2, ptr null)
@enzyme_width = external global i32
@enzyme_const = external global i32
@enzyme_dup = external global i32
declare i32 @talk_send(ptr, i32, ptr)
declare void @__enzyme_fwddiff(...)
define void @f(ptr %x, ptr %k) {
entry:
  %v = load double, ptr %x
  %s = call i32 @talk_send(ptr %x, i32 4, ptr null)
  %t = call i32 @talk_send(ptr %k, i32 4, ptr null)
  ret void
}
define void @caller(ptr %x, ptr %a, ptr %b, ptr %k) {
entry:
  call void (...) @__enzyme_fwddiff(ptr @f, ptr @enzyme_width, i32 2, ptr @enzyme_dup, ptr %x, ptr %a, ptr %b, ptr @enzyme_const, ptr %k)
  ret void
}
