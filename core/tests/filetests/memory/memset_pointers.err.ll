; RUN: diagnostics f(dup)
; As memset_pointers.ll, but the caller sees the memory: its shadow's pointer would be cleared.
; CHECK: memory that holds pointers, seen by the caller, is set as a whole [EZ0202]
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define double @f(ptr %a) {
entry:
  %q = load ptr, ptr %a
  %x = load double, ptr %q
  %y = fmul double %x, %x
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
  ret double %y
}
