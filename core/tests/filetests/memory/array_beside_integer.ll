; RUN: reverse f(dup, const)
; An integer by what chooses it and by what it indexes, beside an array of numbers that is indexed at
; run time, in a structure with a number of the integer's size.
; CHECK: @f.grad(ptr
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define double @f(ptr %x, i64 %n) {
entry:
  %s = alloca [64 x i8], align 16
  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 64, i1 false)
  %v = load double, ptr %x
  %c = fcmp ogt double %v, 1.0
  %k = select i1 %c, i32 1, i32 2
  store i32 %k, ptr %s
  %f.at = getelementptr i8, ptr %s, i64 40
  %small = fptrunc double %v to float
  store float %small, ptr %f.at
  %array = getelementptr i8, ptr %s, i64 8
  %e.at = getelementptr double, ptr %array, i64 %n
  store double %v, ptr %e.at
  %again = load i32, ptr %s
  %index = sext i32 %again to i64
  %l.at = getelementptr double, ptr %array, i64 %index
  %l = load double, ptr %l.at
  %m = load float, ptr %f.at
  %w = fpext float %m to double
  %r = fmul double %l, %w
  ret double %r
}
