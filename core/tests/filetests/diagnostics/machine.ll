; RUN: diagnostics f(dup)
; For the host. Twin: machine.err.ll.
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  ret double %v
}
