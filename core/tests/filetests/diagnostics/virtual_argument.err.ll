; RUN: diagnostics f(dup)
; A pointer without shadow has no place in the convention of derivatives behind shadows: a number that stands for one.
; CHECK: active data is reached through a pointer of unknown origin [EZ0302]
declare ptr @__enzyme_virtualreverse(ptr)
define double @f(ptr %o) {
entry:
  %h = load ptr, ptr %o
  %y = call double %h(ptr %o, ptr inttoptr (i64 -1 to ptr))
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
