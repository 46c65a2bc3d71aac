; RUN: reverse f(out, out)
; Records of records: the inner chain's head is a field of the outer record.
; CHECK: { double, double } @f.grad
; CHECK: reverse.outer:
define double @f(double %x, double %t) {
entry:
  br label %outer
outer:
  %s = phi double [ 0.5, %entry ], [ %s.next, %latch ]
  br label %inner
inner:
  %p = phi double [ %s, %outer ], [ %q, %inner ]
  %pp = fmul double %p, %p
  %q = fadd double %pp, %x
  %deep = fcmp olt double %q, 2.0
  br i1 %deep, label %inner, label %latch
latch:
  %s.next = fmul double %q, %t
  %more = fcmp olt double %s.next, 1.0
  br i1 %more, label %outer, label %done
done:
  ret double %s.next
}
