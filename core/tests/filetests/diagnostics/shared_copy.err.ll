; RUN: diagnostics
; Two hooks share a function that copies: numbers for one, a number and a pointer for the other. What
; is generated serves both, so that neither's view of the memory may be used. Twin: shared_copy.ll.
; CHECK: EZ0201
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
  %a = alloca { double, ptr }
  %b = alloca { double, ptr }
  %v = load double, ptr %x
  store double %v, ptr %a
  %a.at = getelementptr i8, ptr %a, i64 8
  store ptr %x, ptr %a.at
  call void @move(ptr %b, ptr %a)
  %scale = load double, ptr %b
  %b.at = getelementptr i8, ptr %b, i64 8
  %p = load ptr, ptr %b.at
  %w = load double, ptr %p
  %r = fmul double %scale, %w
  ret double %r
}
define void @main(ptr %x, ptr %d) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @numbers, ptr %x, ptr %d)
  call void (ptr, ...) @__enzyme_autodiff(ptr @view, ptr %x, ptr %d)
  ret void
}
