; RUN: diagnostics f(dup)
; As unknown_result.ll, but nothing is known of what gives the pointer: its place is said, wherever the numbers are used.
; CHECK: active data is reached through a pointer of unknown origin, which `take` returns [EZ0302]
; CHECK: in function `use`
; CHECK: at `%x = call ptr @take(
; CHECK: help: make the body of `take` visible
; CHECK: help: if it obtains memory, say so: `__enzyme_allocation_like`
declare ptr @take(i64)
define void @use(ptr %v) noinline {
  %x = call ptr @take(i64 8)
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
