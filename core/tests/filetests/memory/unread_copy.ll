; RUN: reverse f(dup, dup, const)
; Bytes of any sort are copied into variables, and nobody reads them there. Twin: unread_copy.err.ll.
; CHECK: @f.grad(
define double @f(ptr %x, ptr %extents, i64 %i) {
  %closure = alloca { ptr, [16 x i8] }
  %second = alloca { ptr, [16 x i8] }
  store ptr %x, ptr %closure
  %to = getelementptr i8, ptr %closure, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %extents, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %second, ptr %closure, i64 24, i1 false)
  %p = call ptr @given(ptr %second)
  %y = load double, ptr %p
  %z = fmul double %y, %y
  ret double %z
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal ptr @given(ptr %closure) noinline {
  %p = load ptr, ptr %closure
  ret ptr %p
}
