; RUN: diagnostics f(out, const)
; CHECK: no function of this type has its address taken
; As indirect_call_with_main.ll, but nothing takes the address of a function of that type.
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
  %y = call double @f(double 3.0, ptr null)
  %n = fptosi double %y to i32
  ret i32 %n
}
