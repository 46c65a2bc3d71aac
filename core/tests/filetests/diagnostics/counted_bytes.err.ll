; RUN: diagnostics f(dup)
; Bytes out of the middle of something, copied and counted as an integer: they may be half of a number.
; CHECK: active data is computed with as an integer [EZ0203]
define double @f(ptr %a) {
  %q = getelementptr i8, ptr %a, i64 4
  %i = load i32, ptr %q, align 1
  %j = add i32 %i, -1072632447
  %d = sitofp i32 %j to double
  ret double %d
}
