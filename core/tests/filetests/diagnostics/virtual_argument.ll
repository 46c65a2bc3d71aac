; RUN: diagnostics f(dup)
; Twin of virtual_argument.err.ll: null is its own shadow.
; CHECK-NOT: EZ
declare ptr @__enzyme_virtualreverse(ptr)
define double @f(ptr %o) {
entry:
  %h = load ptr, ptr %o
  %y = call double %h(ptr %o, ptr null)
  ret double %y
}
define double @g(ptr %o, ptr %x) {
entry:
  %y = load double, ptr %x
  ret double %y
}
define ptr @derivatives() {
entry:
  %p = call ptr @__enzyme_virtualreverse(ptr @g)
  ret ptr %p
}
