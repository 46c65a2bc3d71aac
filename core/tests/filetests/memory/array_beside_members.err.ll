; RUN: diagnostics f(dup, dup, const)
; As array_beside_members.ll, but nobody accesses the last member: it may be a pointer of the caller.
; CHECK: EZ0202
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr noalias %a, ptr noalias %b, i64 %i) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 40, i1 false)
  %at = getelementptr double, ptr %b, i64 %i
  %x = load double, ptr %at
  %p = getelementptr i8, ptr %b, i64 24
  %q = load ptr, ptr %p
  %y = load double, ptr %q
  %r = fmul double %x, %y
  ret double %r
}
