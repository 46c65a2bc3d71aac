; RUN: diagnostics f(out)
; Assembly that touches no active data.
define double @f(double %x) {
entry:
  call void asm sideeffect "nop", "~{memory}"()
  %y = fmul double %x, %x
  ret double %y
}
