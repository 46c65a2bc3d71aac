; RUN: reverse f(out)
; What the compiler has made of a call of a function of the C library, under another name, is that call again where the program says something of the function.
; CHECK: call double @fmaximum_num(
@__enzyme_inactivefn = global [1 x ptr] [ptr @fmaximum_num]
declare double @fmaximum_num(double, double)
declare double @llvm.maximumnum.f64(double, double)
define double @f(double %x) {
entry:
  %y = call double @llvm.maximumnum.f64(double %x, double 1.0)
  %z = fadd double %x, %y
  ret double %z
}
