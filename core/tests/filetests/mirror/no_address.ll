; RUN: diagnostics f(dup, dup)
; A constant that is no address says that the buffer is elsewhere: like null, it leads to no memory.
; CHECK-NOT: unknown origin
declare i32 @talk_receive(ptr, i32, ptr)
define double @f(ptr %x, ptr %k) {
entry:
  %v = load double, ptr %x
  %r = call i32 @talk_receive(ptr inttoptr (i64 -1 to ptr), i32 4, ptr null)
  %w = load double, ptr %k
  %z = fmul double %v, %w
  ret double %z
}
