; RUN: forward f(dup)
; As copied_over_pieces.err.ll, where the byte is no piece of a pointer.
; CHECK: @f.fwd(ptr
%record = type { double, i32, ptr }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr %x) {
  %list = alloca [2 x %record], align 16
  %byte = alloca i8
  %number = load double, ptr %x
  store double %number, ptr %list
  call fastcc void @piece(ptr %byte, i8 0)
  %second = getelementptr i8, ptr %list, i64 24
  call fastcc void @order(ptr %second, ptr %list)
  %twice = load double, ptr %second
  ret double %twice
}
define fastcc void @piece(ptr %to, i8 %byte) noinline {
  store i8 %byte, ptr %to, align 1
  ret void
}
define fastcc void @order(ptr %to, ptr %from) noinline {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 24, i1 false)
  ret void
}
