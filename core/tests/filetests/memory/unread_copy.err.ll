; RUN: diagnostics f(dup, dup, const)
; As unread_copy.ll, and somebody puts some of them where others may look.
; CHECK: cannot deduce the type of the copied memory [EZ0201]
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
  %at = getelementptr i8, ptr %closure, i64 8
  %bits = load i64, ptr %at
  %p = load ptr, ptr %closure
  %behind = getelementptr i8, ptr %p, i64 64
  store i64 %bits, ptr %behind
  ret ptr %p
}
