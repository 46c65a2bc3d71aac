; RUN: diagnostics f(out, const)
; As indirect_call.err.ll, where the program's main shows all functions whose addresses are taken.
define double @f(double %x, ptr %g) {
entry:
  %y = call double %g(double %x)
  ret double %y
}
define double @square(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
define i32 @main() {
entry:
  %y = call double @f(double 3.0, ptr @square)
  %n = fptosi double %y to i32
  ret i32 %n
}
