; RUN: diagnostics f(out)
; A function that is said not to be the library's of that name.
; CHECK: `sin` is called on active data and nothing is known of it [EZ0101]
; CHECK: it was compiled with -fno-builtin, or the like: its name says nothing
declare double @sin(double)
define double @f(double %x) {
  %y = call double @sin(double %x) nobuiltin
  ret double %y
}
