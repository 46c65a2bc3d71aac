; RUN: diagnostics f(dup)
; The upper half of a number's bits, loaded from its memory, follows it.
; CHECK: active data is computed with as an integer [EZ0203]
define double @f(ptr %x) {
  %v = load double, ptr %x
  %p = getelementptr i8, ptr %x, i64 4
  %h = load i32, ptr %p
  %n = sitofp i32 %h to double
  %s = fadd double %n, %v
  ret double %s
}
