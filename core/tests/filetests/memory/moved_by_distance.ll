; An element is reached by the distance between two others, in bytes: it is as far from them as elements are.
; RUN: reverse f(dup, const)
define double @f(ptr %x, i64 %n) {
entry:
  %v = call ptr @malloc(i64 1024)
  %a = getelementptr {double, i64}, ptr %v, i64 %n
  %first = load double, ptr %x
  store double %first, ptr %a
  %place = getelementptr i8, ptr %a, i64 8
  store i64 %n, ptr %place
  %to = ptrtoint ptr %a to i64
  %from = ptrtoint ptr %v to i64
  %bytes = sub i64 %to, %from
  %b = getelementptr i8, ptr %v, i64 %bytes
  %w = load double, ptr %b
  %index.at = getelementptr i8, ptr %b, i64 8
  %index = load i64, ptr %index.at
  %y.at = getelementptr double, ptr %x, i64 %index
  %y = load double, ptr %y.at
  %z = fmul double %y, %w
  call void @free(ptr %v)
  ret double %z
}
declare ptr @malloc(i64)
declare void @free(ptr)
; CHECK: define
