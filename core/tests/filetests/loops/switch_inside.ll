; RUN: reverse f(dup, const)
; A switch in each iteration, one case of which leaves the loop.
; CHECK: void @f.grad(ptr noalias %a, ptr %a.shadow, i64 %n
; CHECK: reverse.loop:
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ 1.0, %entry ], [ %t, %latch ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %k = trunc i64 %i to i32
  switch i32 %k, label %other [ i32 3, label %three i32 9, label %done ]
three:
  %a3 = fmul double %s, %x
  br label %latch
other:
  %b = fadd double %s, %x
  br label %latch
latch:
  %t = phi double [ %a3, %three ], [ %b, %other ]
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi double [ %t, %latch ], [ %s, %loop ]
  ret double %r
}
