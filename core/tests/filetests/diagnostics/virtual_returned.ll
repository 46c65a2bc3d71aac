; RUN: diagnostics
; Twin of virtual_returned.err.ll.
; CHECK-NOT: EZ
declare ptr @__enzyme_virtualreverse(ptr)
define void @g(ptr %x) {
entry:
  ret void
}
define ptr @derivatives() {
entry:
  %p = call ptr @__enzyme_virtualreverse(ptr @g)
  ret ptr %p
}
