; RUN: diagnostics f(dup, dup)
; A constant that may be the address of memory, of which nobody knows the shadow.
; CHECK: computed with integers
declare i32 @talk_receive(ptr, i32, ptr)
define double @f(ptr %x, ptr %k) {
entry:
  %v = load double, ptr %x
  %r = call i32 @talk_receive(ptr inttoptr (i64 65536 to ptr), i32 4, ptr null)
  %w = load double, ptr %k
  %z = fmul double %v, %w
  ret double %z
}
