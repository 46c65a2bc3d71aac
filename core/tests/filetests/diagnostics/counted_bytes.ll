; RUN: diagnostics f(dup)
; An integer member, aligned as such. Twin: counted_bytes.err.ll.
define double @f(ptr %a) {
  %q = getelementptr i8, ptr %a, i64 4
  %i = load i32, ptr %q, align 4
  %j = add i32 %i, -1072632447
  %d = sitofp i32 %j to double
  ret double %d
}
