; RUN: diagnostics f(dup, dup)
; A structure with a pointer on the stack may be set as a whole, even where one load reads it or
; memory of the caller. Twin: memset_pointers.err.ll.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define double @f(ptr %a, ptr %d) {
entry:
  %s = alloca [2 x ptr]
  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 16, i1 false)
  %at = getelementptr i8, ptr %s, i64 8
  store ptr %d, ptr %at
  %c = load double, ptr %d
  %b = fcmp ogt double %c, 0.0
  %p = select i1 %b, ptr %at, ptr %a
  %q = load ptr, ptr %p
  %x = load double, ptr %q
  %y = fmul double %x, %x
  ret double %y
}
