; RUN: plan f(dup, const)
; As renewed_memory.ll, but the memory is the same for all iterations. (These use the sum of those before.)
; CHECK: plan of f.grad
; CHECK: keep %x in an array over [loop][read], because fill may overwrite what it read
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr noalias %a, i64 %n) {
entry:
  %p = call ptr @malloc(i64 64)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %sum, %latch ]
  %less = fmul double %s, 0.5
  br label %fill
fill:
  %j = phi i64 [ 0, %loop ], [ %j.next, %fill ]
  %from = getelementptr double, ptr %a, i64 %j
  %v = load double, ptr %from
  %w = call double @llvm.sin.f64(double %v)
  %to = getelementptr double, ptr %p, i64 %j
  store double %w, ptr %to
  %j.next = add i64 %j, 1
  %j.more = icmp slt i64 %j.next, 8
  br i1 %j.more, label %fill, label %read
read:
  %k = phi i64 [ 0, %fill ], [ %k.next, %read ]
  %r = phi double [ %less, %fill ], [ %sum, %read ]
  %at = getelementptr double, ptr %p, i64 %k
  %x = load double, ptr %at
  %y = fmul double %x, %x
  %sum = fadd double %r, %y
  %k.next = add i64 %k, 1
  %k.more = icmp slt i64 %k.next, 8
  br i1 %k.more, label %read, label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @free(ptr %p)
  ret double %sum
}
