; RUN: diagnostics f(dup)
; As handler.ll, of an unknown function.
; CHECK: `unknown_handler` is called on active data and nothing is known of it [EZ0101]
declare void @unknown_handler(ptr, i64)
define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  %bits = load i64, ptr %a
  call void @unknown_handler(ptr %a, i64 %bits)
  %y = fmul double %x, %x
  ret double %y
}
