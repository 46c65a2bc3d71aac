; RUN: reverse f(out)
; A function of the program's own, which is called like an operation of LLVM's and unlike any function of the C library: nobody has made that of its calls.
; CHECK: call double @llvm.fmuladd.f64(
; CHECK-COUNT: 0 @fmuladd(
@__enzyme_inactivefn = global [1 x ptr] [ptr @fmuladd]
declare double @fmuladd(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
define double @f(double %x) {
entry:
  %y = call double @llvm.fmuladd.f64(double %x, double %x, double 1.0)
  %z = fadd double %x, %y
  ret double %z
}
