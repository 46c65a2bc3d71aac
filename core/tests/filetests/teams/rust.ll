; RUN: plan f(dup, dup, const)
; A part of what the crate enzyme-rs-par shares out: each iteration reads an element of its own.
; CHECK: add plainly to the shadow of
; CHECK-NOT: add atomically
declare void @enzyme_rs_par_run(ptr, ptr)
declare i64 @enzyme_rs_par_workers(i64, i64)
declare i64 @enzyme_rs_par_share(ptr, ptr, ptr)
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
  %context = alloca { ptr, ptr, i64 }
  store ptr %x, ptr %context
  %at.y = getelementptr i8, ptr %context, i64 8
  store ptr %y, ptr %at.y
  %at.n = getelementptr i8, ptr %context, i64 16
  store i64 %n, ptr %at.n
  %size = call i64 @enzyme_rs_par_workers(i64 1, i64 %n)
  call void @enzyme_rs_par_run(ptr @body, ptr %context)
  ret void
}
define internal void @body(ptr %context) {
entry:
  %lower = alloca i64
  %upper = alloca i64
  %all = alloca i64
  %x = load ptr, ptr %context
  %at.y = getelementptr i8, ptr %context, i64 8
  %y = load ptr, ptr %at.y
  %at.n = getelementptr i8, ptr %context, i64 16
  %n = load i64, ptr %at.n
  %last = sub i64 %n, 1
  store i64 0, ptr %lower
  store i64 %last, ptr %upper
  store i64 0, ptr %all
  %worker = call i64 @enzyme_rs_par_share(ptr %lower, ptr %upper, ptr %all)
  %first = load i64, ptr %lower
  %end = load i64, ptr %upper
  %count = sub i64 %end, %first
  %none = icmp slt i64 %count, 0
  br i1 %none, label %done, label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %i = add i64 %first, %k
  %px = getelementptr double, ptr %x, i64 %i
  %py = getelementptr double, ptr %y, i64 %i
  %v = load double, ptr %px
  %w = fmul double %v, %v
  store double %w, ptr %py
  %next = add i64 %k, 1
  %more = icmp slt i64 %k, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}
