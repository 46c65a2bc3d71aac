; RUN: reverse
; The second hook copies numbers, too. Twin: shared_copy.err.ll.
; CHECK: @numbers.grad
declare void @__enzyme_autodiff(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @move(ptr %to, ptr %from) noinline {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  ret void
}
define double @numbers(ptr %x) {
  %b = alloca [2 x double]
  call void @move(ptr %b, ptr %x)
  %first = load double, ptr %b
  %at = getelementptr i8, ptr %b, i64 8
  %second = load double, ptr %at
  %r = fmul double %first, %second
  ret double %r
}
define double @view(ptr %x) {
  %a = alloca { double, double }
  %b = alloca { double, double }
  %v = load double, ptr %x
  store double %v, ptr %a
  %a.at = getelementptr i8, ptr %a, i64 8
  store double %v, ptr %a.at
  call void @move(ptr %b, ptr %a)
  %scale = load double, ptr %b
  %b.at = getelementptr i8, ptr %b, i64 8
  %w = load double, ptr %b.at
  %r = fmul double %scale, %w
  ret double %r
}
define void @main(ptr %x, ptr %d) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @numbers, ptr %x, ptr %d)
  call void (ptr, ...) @__enzyme_autodiff(ptr @view, ptr %x, ptr %d)
  ret void
}
