; RUN: diagnostics f(out)
; As inline_assembly.ll with an active operand.
; CHECK: inline assembly touches active data [EZ0104]
define double @f(double %x) {
entry:
  %z = call double asm sideeffect "nop", "=x,x"(double %x)
  %y = fmul double %z, %x
  ret double %y
}
