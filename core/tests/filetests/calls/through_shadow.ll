; RUN: reverse f(dup, out)
; A module that asks for derivatives behind shadows: what cannot be told otherwise is called through the shadow of the pointer, after
; a look at its marks; the tape of the halves is kept.
; CHECK: @f.grad
; CHECK: call void @enzyme_rs_check_through
; CHECK: %derivative = load ptr
; CHECK: %derivative5 = load ptr
declare ptr @__enzyme_virtualreverse(ptr)
define double @f(ptr %o, double %x) {
entry:
  %h = load ptr, ptr %o
  %y = call double %h(ptr %o, double %x)
  ret double %y
}
define double @g(ptr %o, double %x) {
entry:
  %p = getelementptr i8, ptr %o, i64 8
  %a = load double, ptr %p
  %y = fmul double %x, %a
  ret double %y
}
define ptr @derivatives() {
entry:
  %p = call ptr @__enzyme_virtualreverse(ptr @g)
  ret ptr %p
}
