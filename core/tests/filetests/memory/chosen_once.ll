; RUN: reverse f(dup, dup, const, const)
; A choice that a loop makes once for all of its iterations stays one.
; CHECK: @f.grad(
; CHECK: select i1 %c, ptr
define double @f(ptr %a, ptr %b, i1 %c, i64 %n) {
entry:
  %p = select i1 %c, ptr %a, ptr %b
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %q = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %q
  %y = fmul double %x, %x
  %t = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret double %t
}
