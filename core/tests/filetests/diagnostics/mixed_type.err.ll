; RUN: diagnostics f(dup, const)
; As mixed_type.ll, at one place.
; CHECK: at one place [EZ0202]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr %a, i64 %k) {
entry:
  %t = alloca [2 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %a, i64 16, i1 false)
  %q = getelementptr i8, ptr %t, i64 %k
  %i = load i64, ptr %t
  %j = mul i64 %i, %k
  store i64 %j, ptr %q
  %x = load double, ptr %t
  %z = load i64, ptr %q
  %d = sitofp i64 %z to double
  %y = fmul double %x, %d
  ret double %y
}
