; RUN: diagnostics f(dup, const)
; A comparison of another type than the library calls: who runs it with what is not known.
; CHECK: `qsort` is called on active data and nothing is known of it [EZ0101]
declare void @qsort(ptr, i64, i64, ptr)
define double @f(ptr %x, i64 %n) {
entry:
  call void @qsort(ptr %x, i64 %n, i64 8, ptr @by_number)
  %a = load double, ptr %x
  %y = fmul double %a, %a
  ret double %y
}
define i32 @by_number(ptr %a, ptr %b, ptr %c) {
entry:
  %x = load double, ptr %a
  %y = load double, ptr %b
  %more = fcmp ogt double %x, %y
  %less = fcmp olt double %x, %y
  %one = zext i1 %more to i32
  %other = zext i1 %less to i32
  %z = sub i32 %one, %other
  ret i32 %z
}
