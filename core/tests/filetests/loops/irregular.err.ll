; RUN: diagnostics f(dup, const)
; As irregular.ll with a second entry into the cycle.
; CHECK: this function jumps into the middle of a loop [EZ0106]
; CHECK: in function `f`
define void @f(ptr %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  br label %b
b:
  %z = load double, ptr %p
  %t = fmul double %z, 3.0
  store double %t, ptr %p
  %more = fcmp olt double %t, 9.0
  br i1 %more, label %a, label %done
done:
  ret void
}
