; RUN: reverse f(dup, const, const)
; A copy into the caller's memory: of the array, the first element is accessed by name and any by index.
; CHECK: @f.grad(ptr
; CHECK: call void @enzyme_rs_move
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @peek(ptr %p) noinline {
  %k = load i32, ptr %p
  ret i32 %k
}
define double @f(ptr %a, i64 %n, i1 %c) {
entry:
  %u = alloca [4 x double], align 16
  %beside = alloca { i32, i32, double }, align 16
  store i32 3, ptr %beside
  %v.at = getelementptr i8, ptr %beside, i64 8
  store double 1.0, ptr %v.at
  %x = load double, ptr %a
  %e.at = getelementptr double, ptr %u, i64 %n
  store double %x, ptr %e.at
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %u, i64 32, i1 false)
  %either = select i1 %c, ptr %a, ptr %v.at
  %y = load double, ptr %either
  %k = call i32 @peek(ptr %beside)
  %w = sitofp i32 %k to double
  %r = fmul double %y, %w
  ret double %r
}
