; RUN: reverse f(dup, const)
; The reverse pass reads the memory again: its end is put off until then. The shadow is made late all the same.
; CHECK: @f.grad
; CHECK: %p = call ptr @malloc
; CHECK: reverse:
; CHECK: %late.shadow = call ptr @malloc
; CHECK: call void @free(ptr %late
; CHECK: load ptr, ptr %kept
; CHECK: call void @free(ptr %kept
; CHECK-COUNT: 2 call void @free
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr noalias %a, i64 %n) {
entry:
  %p = call ptr @malloc(i64 64)
  br label %fill
fill:
  %j = phi i64 [ 0, %entry ], [ %j.next, %fill ]
  %from = getelementptr double, ptr %a, i64 %j
  %v = load double, ptr %from
  %w = fmul double %v, 2.0
  %to = getelementptr double, ptr %p, i64 %j
  store double %w, ptr %to
  %j.next = add i64 %j, 1
  %j.more = icmp slt i64 %j.next, 8
  br i1 %j.more, label %fill, label %sum
sum:
  %k = phi i64 [ 0, %fill ], [ %k.next, %sum ]
  %s = phi double [ 0.0, %fill ], [ %s.next, %sum ]
  %at = getelementptr double, ptr %p, i64 %k
  %x = load double, ptr %at
  %y = fmul double %x, %x
  %s.next = fadd double %s, %y
  %k.next = add i64 %k, 1
  %k.more = icmp slt i64 %k.next, 8
  br i1 %k.more, label %sum, label %done
done:
  call void @free(ptr %p)
  ret double %s.next
}
