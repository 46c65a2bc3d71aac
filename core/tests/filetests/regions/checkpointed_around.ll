; RUN: reverse f(dup, const)
; Steps in a loop find other pointers in their context each time: the pointers in its shadow are kept.
; CHECK: call ptr @enzyme_rs_steps_forward(i64 3, i64 2, ptr
; CHECK: call void @enzyme_rs_steps_link(ptr
; CHECK: call void @enzyme_rs_steps_reverse(ptr
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
define double @f(ptr %x, i64 %n) {
entry:
  %c = alloca ptr
  br label %around
around:
  %k = phi i64 [ 0, %entry ], [ %next, %around ]
  %at = getelementptr double, ptr %x, i64 %k
  store ptr %at, ptr %c
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 3, i64 2, ptr @body, ptr %c, ptr %x, i64 80)
  %next = add i64 %k, 1
  %more = icmp slt i64 %next, 10
  br i1 %more, label %around, label %done
done:
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %c) noinline {
entry:
  %p = load ptr, ptr %c
  %a = load double, ptr %p
  %b = fmul double %a, %a
  store double %b, ptr %p
  ret void
}
