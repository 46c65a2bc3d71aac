; RUN: diagnostics f(dup, dup, const)
; As memcpy_length.ll: of a copy of any length, one number at the start says too little.
; CHECK: EZ0201
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  %x = load double, ptr %a
  %y = fmul double %x, %x
  store double %y, ptr %a
  ret void
}
