; RUN: diagnostics f(dup)
; There is a length for each text, no more.
; CHECK: `talk_send_` is called with 5 arguments, and takes 3
declare void @talk_send_(ptr, ptr, ptr, i64, i64)
define double @f(ptr %x) {
entry:
  %count = alloca i32
  %number = alloca i32
  %v = load double, ptr %x
  store i32 1, ptr %count
  store i32 8, ptr %number
  call void @talk_send_(ptr %x, ptr %count, ptr %number, i64 1, i64 1)
  ret double %v
}
