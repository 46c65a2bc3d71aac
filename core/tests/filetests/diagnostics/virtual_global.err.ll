; RUN: diagnostics
; A function that uses a global of numbers: who calls its derivative through a shadow does not know that.
; CHECK: `g` uses the global `scale`, and its derivative cannot be called through a shadow [EZ0504]
declare ptr @__enzyme_virtualreverse(ptr)
@scale = global double 2.0
define double @g(double %x) {
entry:
  %a = load double, ptr @scale
  %y = fmul double %x, %a
  ret double %y
}
define ptr @derivatives() {
entry:
  %p = call ptr @__enzyme_virtualreverse(ptr @g)
  ret ptr %p
}
