; RUN: reverse f(dup, const)
; An array of variable length is on the heap: its memory must live until the reverse half has used it.
; CHECK: @g.aug(
; CHECK-NOT: alloca double, i64
; CHECK: call ptr @malloc
; CHECK: @g.rev(
; CHECK: call void @free
define double @f(ptr %a, i64 %n) {
entry:
  %y = call double @g(ptr %a, i64 %n)
  store double %y, ptr %a
  ret double %y
}
define internal double @g(ptr %a, i64 %n) {
entry:
  %v = alloca double, i64 %n
  %x = load double, ptr %a
  %square = fmul double %x, %x
  store double %square, ptr %v
  %last = getelementptr double, ptr %v, i64 %n
  %w = load double, ptr %last
  %z = load double, ptr %v
  %y = fmul double %z, %w
  ret double %y
}
