; RUN: reverse f(dup, dup)
; Integers beside the number are not summed: the number alone, with its stride.
; CHECK: void @f.grad(ptr
; CHECK: call void @enzyme_rs_move_strided_f64
; CHECK-NOT: call void @enzyme_rs_move
%S = type { i64, double }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr noalias %a, ptr noalias %b) {
entry:
  %count = load i64, ptr %b
  %more = add i64 %count, 1
  store i64 %more, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 16, i1 false)
  %at = getelementptr %S, ptr %a, i32 0, i32 1
  %x = load double, ptr %at
  %y = fmul double %x, %x
  store double %y, ptr %at
  ret void
}
