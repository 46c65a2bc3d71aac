; RUN: diagnostics f(dup, const)
; Of a thread that another function has started the result is not known.
; CHECK: the result of a thread that another function has started has no derivative (`pthread_join`) [EZ0101]
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @f(ptr %x, i64 %thread) {
entry:
  %result = alloca ptr
  %joined = call i32 @pthread_join(i64 %thread, ptr %result)
  %a = load ptr, ptr %result
  %b = load double, ptr %a
  %c = fmul double %b, %b
  store double %c, ptr %a
  ret void
}
