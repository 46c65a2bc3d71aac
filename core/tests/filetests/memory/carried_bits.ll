; RUN: reverse f(dup, dup)
; A double that travels in an i64 is a double: its adjoint is one, too.
; CHECK: void @f.grad(ptr
; CHECK: load double, ptr %b.shadow
; CHECK-NOT: load i64, ptr %b.shadow
define void @f(ptr noalias %a, ptr noalias %b) {
entry:
  %bits = load i64, ptr %a
  store i64 %bits, ptr %b
  %x = load double, ptr %a
  %y = load double, ptr %b
  %z = fmul double %x, %y
  store double %z, ptr %a
  ret void
}
