; RUN: diagnostics f(dup, const)
; Memory that others may write, too, does not tell what is received: numbers, perhaps.
; CHECK: declared inactive
declare void @talk_send_(ptr, ptr, ptr)
declare void @talk_receive_(ptr, ptr, ptr)
define double @f(ptr %x, ptr %k) {
entry:
  %one = alloca i32
  %count = alloca i32
  %number = alloca i32
  %integer = alloca i32
  %v = load double, ptr %x
  store i32 1, ptr %one
  store i32 8, ptr %number
  call void @talk_send_(ptr %x, ptr %one, ptr %number)
  store i32 1, ptr %count
  store i32 4, ptr %integer
  call void @talk_send_(ptr %integer, ptr %one, ptr %number)
  call void @talk_receive_(ptr %k, ptr %count, ptr %integer)
  %w = load double, ptr %k
  %z = fmul double %v, %w
  ret double %z
}
