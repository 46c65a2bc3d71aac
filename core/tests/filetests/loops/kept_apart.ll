; RUN: reverse f(dup, dup, const) --optimize
; The pointer that the outer loop keeps for its inner one is read once from the tape, whatever the inner
; loop adds to.
; CHECK: @f.grad(
; CHECK: reverse.inner:
; CHECK-NOT: load ptr
; CHECK: br i1
define double @f(ptr %a, ptr %b, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  %total = phi double [ 0.0, %entry ], [ %sum, %outer.end ]
  %row.at = getelementptr ptr, ptr %b, i64 %i
  %row = load ptr, ptr %row.at
  store ptr null, ptr %row.at
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %so.far = phi double [ %total, %outer ], [ %sum, %inner ]
  %at = getelementptr double, ptr %row, i64 %j
  %x = load double, ptr %at
  %sum = fadd double %so.far, %x
  %j.next = add i64 %j, 1
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add i64 %i, 1
  %again = icmp slt i64 %i.next, %n
  br i1 %again, label %outer, label %done
done:
  %z = load double, ptr %a
  %r = fmul double %sum, %z
  ret double %r
}
