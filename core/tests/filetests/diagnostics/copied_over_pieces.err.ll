; RUN: diagnostics f(dup)
; Memory at computed addresses is joined, and bytes that are only copied there meet what is accessed: this comes to an end.
; CHECK: put together of pieces [EZ0302]
%record = type { double, i32, ptr }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr %x) {
  %list = alloca [2 x %record], align 16
  store ptr %x, ptr %x, align 8
  call fastcc void @piece(ptr %x, i8 0)
  call fastcc void @order(ptr %list, ptr null)
  %all = load <4 x double>, ptr %list, align 16
  %first = extractelement <4 x double> %all, i32 0
  ret double %first
}
define fastcc void @piece(ptr %to, i8 %byte) noinline {
  store i8 %byte, ptr %to, align 1
  ret void
}
define fastcc void @order(ptr %to, ptr %from) noinline {
  %half = getelementptr i8, ptr %to, i64 12
  call void @llvm.memcpy.p0.p0.i64(ptr %half, ptr %from, i64 12, i1 false)
  ret void
}
