; RUN: diagnostics
; Twin of virtual_global.err.ll: read-only data is no matter.
; CHECK-NOT: EZ
declare ptr @__enzyme_virtualreverse(ptr)
@scale = constant double 2.0
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
