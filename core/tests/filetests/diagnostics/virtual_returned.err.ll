; RUN: diagnostics
; A function that returns a pointer.
; CHECK: `g` returns a pointer, and its derivative cannot be called through a shadow [EZ0504]
declare ptr @__enzyme_virtualreverse(ptr)
define ptr @g(ptr %x) {
entry:
  ret ptr %x
}
define ptr @derivatives() {
entry:
  %p = call ptr @__enzyme_virtualreverse(ptr @g)
  ret ptr %p
}
