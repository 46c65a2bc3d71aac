; RUN: reverse f(dup)
; Fortran appends the lengths of texts, which the library does not get.
; CHECK: store ptr %x.shadow
; CHECK: call void @talk_augmented_send_(ptr %x, ptr %count, ptr %number, ptr %list, i32 1, ptr null, ptr %record
declare void @talk_send_(ptr, ptr, ptr, i64)
define double @f(ptr %x) {
entry:
  %count = alloca i32
  %number = alloca i32
  %v = load double, ptr %x
  store i32 1, ptr %count
  store i32 8, ptr %number
  call void @talk_send_(ptr %x, ptr %count, ptr %number, i64 1)
  ret double %v
}
