; RUN: reverse f(dup, dup, const)
; { double a[3]; double *p; double d; }: an index into the array does not blur the other members.
; Twin: array_beside_members.err.ll.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr noalias %a, ptr noalias %b, i64 %i) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 40, i1 false)
  %at = getelementptr double, ptr %b, i64 %i
  %x = load double, ptr %at
  %p = getelementptr i8, ptr %b, i64 24
  %q = load ptr, ptr %p
  %y = load double, ptr %q
  %l = getelementptr i8, ptr %b, i64 32
  %z = load double, ptr %l
  %w = fmul double %y, %z
  %r = fmul double %x, %w
  ret double %r
}
