; RUN: reverse f(dup, const)
; The shadow is made where the reverse pass meets the program's free, and the memory, which nobody reads
; again, ends where the program ends it.
; CHECK: @f.grad
; CHECK: %p = call ptr @malloc(i64 %n)
; CHECK: call void @free(ptr nonnull %p)
; CHECK: reverse.loop:
; CHECK: %late.shadow = call ptr @malloc(i64 %n)
; CHECK: call void @free(ptr %late
; CHECK-COUNT: 2 call ptr @malloc
; CHECK-COUNT: 2 call void @free
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %p = call ptr @malloc(i64 %n)
  %v = load double, ptr %a
  %w = fmul double %v, 2.0
  store double %w, ptr %p
  %at = getelementptr double, ptr %p, i64 %n
  %x = load double, ptr %at
  call void @free(ptr %p)
  %sum = fadd double %s, %x
  %more = fcmp olt double %sum, 9.0
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
