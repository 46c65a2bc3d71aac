; RUN: reverse f(dup, dup)
; What is sent takes a shadow along, what is received fills one; the library's records come back.
; CHECK: define internal void @f.grad
; CHECK: store ptr %x.shadow
; CHECK: call i32 @talk_augmented_send(ptr %x, i32 4, ptr @talk_double, ptr %list, i32 1, ptr null, ptr %record
; CHECK: store ptr %y.shadow
; CHECK: call i32 @talk_augmented_receive(ptr %y, i32 4, ptr @talk_double, ptr %list4, i32 1, ptr null, ptr %record
; CHECK: call void @talk_reverse_receive(ptr
; CHECK: call void @talk_reverse_send(ptr
@talk_double = external global i8
declare i32 @talk_send(ptr, i32, ptr)
declare i32 @talk_receive(ptr, i32, ptr)
define void @f(ptr %x, ptr %y) {
entry:
  %v = load double, ptr %x
  %s = call i32 @talk_send(ptr %x, i32 4, ptr @talk_double)
  %r = call i32 @talk_receive(ptr %y, i32 4, ptr @talk_double)
  ret void
}
