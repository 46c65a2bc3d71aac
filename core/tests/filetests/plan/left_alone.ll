; RUN: plan f(dup, dup)
; Between the halves of the calls nobody writes what is behind %w: what they read there is read again.
; CHECK: plan of read.rev
; CHECK: keep %s
; CHECK-NOT: keep %a
declare ptr @malloc(i64)
define void @f(ptr %w, ptr %out) {
entry:
  %state = call ptr @malloc(i64 8)
  store double 1.0, ptr %state
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %value = call double @read(ptr %w, ptr %state)
  store double %value, ptr %state
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 9
  br i1 %more, label %loop, label %done
done:
  %last = load double, ptr %state
  store double %last, ptr %out
  ret void
}
define internal double @read(ptr %w, ptr %state) noinline {
entry:
  %a = load double, ptr %w
  %s = load double, ptr %state
  %p = fmul double %a, %s
  ret double %p
}
