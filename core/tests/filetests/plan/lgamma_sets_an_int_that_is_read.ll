; RUN: plan f(dup, dup, const)
; Twin of lgamma_sets_an_int_elsewhere.ll: the program knows signgam, from which %k may be read.
; CHECK: keep %k
@signgam = external global i32
declare double @lgamma(double)
define void @f(ptr %a, ptr %out, i64 %n) {
entry:
  %sign = load i32, ptr @signgam
  %sign.w = sitofp i32 %sign to double
  store double %sign.w, ptr %out
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %k = load i32, ptr %out
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %w = sitofp i32 %k to double
  %l = call double @lgamma(double %x)
  %y = fmul double %l, %w
  %sum = fadd double %s, %y
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store double %sum, ptr %a
  ret void
}
