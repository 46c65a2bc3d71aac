; RUN: diagnostics f(dup)
; A function sets a pointer to memory that it obtains. Twin: unknown_result.err.ll.
declare ptr @malloc(i64)
define void @use(ptr %v) noinline {
  %x = call ptr @malloc(i64 8)
  store ptr %x, ptr %v
  ret void
}
define double @f(ptr %v) {
entry:
  call void @use(ptr %v)
  %p = load ptr, ptr %v
  %y = load double, ptr %p
  %z = fmul double %y, %y
  ret double %z
}
