; RUN: plan f(dup, const)
; Which exit was taken and after how many iterations: both are kept, once.
; CHECK: plan of f.grad
; CHECK: ez.exit in a variable
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %sum, %latch ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %low = fcmp olt double %x, 0.0
  br i1 %low, label %early, label %latch
latch:
  %y = fmul double %x, %x
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
early:
  %e = fmul double %s, 3.0
  br label %done
done:
  %r = phi double [ %sum, %latch ], [ %e, %early ]
  ret double %r
}
