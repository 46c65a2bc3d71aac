; RUN: diagnostics f(dup, dup)
; What is received may depend on an active input elsewhere.
; CHECK-NOT: declared inactive
declare i32 @talk_receive(ptr, i32, ptr)
define double @f(ptr %x, ptr %k) {
entry:
  %v = load double, ptr %x
  %r = call i32 @talk_receive(ptr %k, i32 4, ptr null)
  %w = load double, ptr %k
  %z = fmul double %v, %w
  ret double %z
}
