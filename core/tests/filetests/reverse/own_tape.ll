; RUN: reverse
; The halves of a derivative whose tape the program owns: what the loop keeps hangs on the frame, and the thread's tape is put aside
; meanwhile.
; CHECK: @f.aug(double %x, i64 %n, ptr
; CHECK: call ptr @enzyme_rs_tape_begin(ptr
; CHECK: call void @enzyme_rs_tape_enter
; CHECK: call ptr @enzyme_rs_tape_push
; CHECK: call ptr @enzyme_rs_tape_leave
; CHECK: @f.rev(double %x, i64 %n, double
; CHECK: call void @enzyme_rs_tape_check
; CHECK: call void @enzyme_rs_tape_free
declare ptr @__enzyme_augmentfwd(ptr, ...)
declare double @__enzyme_reverse(ptr, ...)
define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ %x, %entry ], [ %t, %loop ]
  %t = fmul double %s, %s
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %t
}
define ptr @d(double %x, i64 %n) {
  %t = call ptr (ptr, ...) @__enzyme_augmentfwd(ptr @f, double %x, i64 %n)
  ret ptr %t
}
define double @e(double %x, i64 %n, ptr %t) {
  %r = call double (ptr, ...) @__enzyme_reverse(ptr @f, double %x, i64 %n, double 1.0, ptr %t)
  ret double %r
}
