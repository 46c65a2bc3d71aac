; RUN: reverse
; As own_tape_overwritten.err.ll, but the program says that it leaves the array as it is: nothing is kept of it.
; CHECK: @f.aug(ptr
; CHECK-NOT: @enzyme_rs_tape_push(i64 %
; CHECK: @f.rev(ptr
declare ptr @__enzyme_augmentfwd(ptr, ...)
declare void @__enzyme_reverse(ptr, ...)
@enzyme_not_overwritten = external global i32
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, %v
  %t = fadd double %s, %w
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %t
}
define ptr @d(ptr %x, ptr %dx, i64 %n) {
  %t = call ptr (ptr, ...) @__enzyme_augmentfwd(ptr @f, ptr @enzyme_not_overwritten, ptr %x, ptr %dx, i64 %n)
  ret ptr %t
}
define void @e(ptr %x, ptr %dx, i64 %n, ptr %t) {
  call void (ptr, ...) @__enzyme_reverse(ptr @f, ptr @enzyme_not_overwritten, ptr %x, ptr %dx, i64 %n, double 1.0, ptr %t)
  ret void
}
