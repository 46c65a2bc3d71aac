; RUN: plan f(dup)
; The callee may end the program, before which everything else must have happened: the call is split.
; CHECK-NOT: combine
; CHECK: tape of the call of g
define double @f(ptr noalias %a) {
entry:
  %y = call double @g(ptr %a)
  ret double %y
}
define double @g(ptr %p) {
entry:
  %x = load double, ptr %p
  %bad = fcmp olt double %x, 0.0
  br i1 %bad, label %end, label %good
end:
  call void @exit(i32 1)
  unreachable
good:
  %y = fmul double %x, %x
  ret double %y
}
declare void @exit(i32) noreturn
