; RUN: plan f(dup, const)
; Fortran passes constants by reference: what lies in memory that was made for them is known.
; CHECK: mirror the call of talk_send_ in entry with shadows of %x
; CHECK: mirror the call of talk_receive_ in entry without shadows
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
  call void @talk_receive_(ptr %k, ptr %count, ptr %integer)
  %w = load double, ptr %k
  %z = fmul double %v, %w
  ret double %z
}
