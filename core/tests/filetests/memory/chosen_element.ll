; RUN: reverse f(dup, const)
; One of two structures of an array, by an index that is one of two constants, as a copy's target: the
; members keep their places.
; CHECK: @f.grad(ptr
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr %a, i1 %c) {
entry:
  %z = alloca [120 x i8], align 16
  %x = load double, ptr %a
  store double %x, ptr %z
  %small.at = getelementptr i8, ptr %z, i64 8
  %small = fptrunc double %x to float
  store float %small, ptr %small.at
  %middle = getelementptr i8, ptr %z, i64 40
  store double %x, ptr %middle
  %index = select i1 %c, i64 80, i64 0
  %to = getelementptr i8, ptr %z, i64 %index
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %z, i64 40, i1 false)
  %at = getelementptr i8, ptr %to, i64 8
  %w = load float, ptr %at
  %r = fpext float %w to double
  ret double %r
}
