; RUN: diagnostics f(dup)
; A sanitizer looks at values and prints. Twin: handler.err.ll.
declare void @__ubsan_handle_load_invalid_value(ptr, i64)
define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  %bits = load i64, ptr %a
  call void @__ubsan_handle_load_invalid_value(ptr %a, i64 %bits)
  %y = fmul double %x, %x
  ret double %y
}
