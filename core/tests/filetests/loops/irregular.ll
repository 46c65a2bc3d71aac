; RUN: diagnostics f(dup, const)
; A cycle with one entry. Twin: irregular.err.ll.
define void @f(ptr %p, i1 %c) {
entry:
  br i1 %c, label %a, label %a
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
