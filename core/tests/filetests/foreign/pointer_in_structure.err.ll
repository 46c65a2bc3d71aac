; RUN: diagnostics f(dup, const)
; A pointer inside a structure value is not followed: whoever takes it out has no shadow.
; CHECK: active data is reached through a pointer of unknown origin [EZ0302]
; CHECK: in function `view`
define {ptr, i64} @view(ptr %p, i64 %n) noinline {
entry:
  %s = insertvalue {ptr, i64} undef, ptr %p, 0
  %t = insertvalue {ptr, i64} %s, i64 %n, 1
  ret {ptr, i64} %t
}

define double @f(ptr %a, ptr %b) {
entry:
  %v = call {ptr, i64} @view(ptr %a, i64 2)
  %p = extractvalue {ptr, i64} %v, 0
  %y = load double, ptr %p
  %x = load double, ptr %a
  %z = fmul double %y, %x
  ret double %z
}
