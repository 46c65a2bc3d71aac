; RUN: reverse f(dup)
; Integers of a structure that nobody's TBAA tells from numbers, computed with so that an overflow is seen.
; CHECK: @f.grad(
; CHECK: call { i32, i1 } @llvm.smul.with.overflow.i32(
; CHECK: fmul double
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare void @llvm.trap()
define double @f(ptr %grid) {
entry:
  %n = load i32, ptr %grid
  %stride.at = getelementptr i8, ptr %grid, i64 4
  %stride = load i32, ptr %stride.at
  %both = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %n, i32 %stride)
  %product = extractvalue { i32, i1 } %both, 0
  %overflows = extractvalue { i32, i1 } %both, 1
  br i1 %overflows, label %wrong, label %right
wrong:
  call void @llvm.trap()
  unreachable
right:
  %h.at = getelementptr i8, ptr %grid, i64 8
  %h = load double, ptr %h.at
  %u.at = getelementptr i8, ptr %grid, i64 16
  %u = load ptr, ptr %u.at
  %index = sext i32 %product to i64
  %element = getelementptr double, ptr %u, i64 %index
  %v = load double, ptr %element
  %w = fmul double %v, %h
  ret double %w
}
