; RUN: diagnostics f(out, const)
; A cycle with one entry. Twin: irregular.err.ll.
define double @f(double %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %p = phi double [ %x, %entry ], [ %q, %b ]
  %y = fmul double %p, %x
  %go = fcmp olt double %y, 9.0
  br i1 %go, label %c.block, label %done
c.block:
  br label %b
b:
  %q = phi double [ %x, %entry ], [ %y, %c.block ]
  br i1 %c, label %done2, label %done2
done:
  ret double %y
done2:
  ret double %q
}
