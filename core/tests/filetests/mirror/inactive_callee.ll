; RUN: reverse f(dup, const)
; A call with nothing active in it is mirrored all the same: the other end may count on it.
; CHECK: call { ptr } @tell.aug(ptr %k
; CHECK: call void @tell.rev(ptr %k
; CHECK: define internal { ptr } @tell.aug(ptr %k
; CHECK: call i32 @talk_augmented_send(ptr %k, i32 1, ptr null, ptr null, i32 1, ptr null, ptr %record
; CHECK: call void @talk_reverse_send(ptr
declare i32 @talk_send(ptr, i32, ptr)
define double @f(ptr %x, ptr %k) {
entry:
  %v = load double, ptr %x
  call void @tell(ptr %k)
  ret double %v
}
define void @tell(ptr %k) {
entry:
  %s = call i32 @talk_send(ptr %k, i32 1, ptr null)
  ret void
}
