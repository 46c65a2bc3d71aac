; RUN: reverse f(dup, const)
; As shadow_made_late.ll, but some iterations never free their memory: its shadow is made beside it.
; CHECK: @f.grad
; CHECK: %p = call ptr @malloc(i64 %n)
; CHECK: %heap.shadow = call ptr @malloc
; CHECK: call void @free(ptr nonnull %p)
; CHECK-COUNT: 2 call void @free
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %s = phi double [ 0.0, %entry ], [ %sum, %latch ]
  %p = call ptr @malloc(i64 %n)
  %v = load double, ptr %a
  %w = fmul double %v, 2.0
  store double %w, ptr %p
  %at = getelementptr double, ptr %p, i64 %n
  %x = load double, ptr %at
  %leak = fcmp olt double %x, 0.0
  br i1 %leak, label %latch, label %end
end:
  call void @free(ptr %p)
  br label %latch
latch:
  %sum = fadd double %s, %x
  %more = fcmp olt double %sum, 9.0
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
