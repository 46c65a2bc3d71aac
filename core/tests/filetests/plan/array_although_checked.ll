; RUN: plan f(dup, const)
; An assertion in the loop does not make its count unknown: where it fails, there is no derivative.
; CHECK: keep %x in an array over [loop]
declare void @abort() noreturn
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %sum, %latch ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %bad = fcmp olt double %x, 0.0
  br i1 %bad, label %fails, label %latch
fails:
  call void @abort()
  unreachable
latch:
  %y = fmul double %x, %x
  store double %y, ptr %at
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
