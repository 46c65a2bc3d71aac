; RUN: reverse f(out, const)
; Four ways into one block are told apart by a selector, which is reversed by a switch.
; CHECK: { double } @f.grad
; CHECK: switch i32 %k
; CHECK: %ez.from = phi i32
; CHECK: switch i32 %kept
define double @f(double %x, i32 %k) {
entry:
  switch i32 %k, label %other [ i32 0, label %zero i32 1, label %one i32 2, label %done ]
zero:
  %a = fmul double %x, %x
  br label %done
one:
  %b = fdiv double 1.0, %x
  br label %done
other:
  %c = fneg double %x
  br label %done
done:
  %y = phi double [ %a, %zero ], [ %b, %one ], [ %c, %other ], [ %x, %entry ]
  ret double %y
}
