; RUN: diagnostics f(dup, const)
; Number and integer side by side. Twin: mixed_type.err.ll.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr %a, i64 %k) {
entry:
  %t = alloca [2 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %a, i64 16, i1 false)
  %q = getelementptr i8, ptr %t, i64 8
  %i = load i64, ptr %q
  %j = mul i64 %i, %k
  store i64 %j, ptr %q
  %x = load double, ptr %t
  %z = load i64, ptr %q
  %d = sitofp i64 %z to double
  %y = fmul double %x, %d
  ret double %y
}
