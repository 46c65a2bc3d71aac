; Pointers that are chosen, moved and counted on several at a time are followed one by one.
; RUN: reverse f(dup, dup, const)
define double @f(ptr %x, ptr %y, i64 %n) {
entry:
  %a = insertelement <2 x ptr> poison, ptr %x, i64 0
  %b = insertelement <2 x ptr> %a, ptr %y, i64 1
  %turned = shufflevector <2 x ptr> %b, <2 x ptr> poison, <2 x i32> <i32 1, i32 0>
  %odd = trunc i64 %n to i1
  %chosen = select i1 %odd, <2 x ptr> %b, <2 x ptr> %turned
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %at = phi <2 x ptr> [ %chosen, %entry ], [ %at.next, %loop ]
  %p = extractelement <2 x ptr> %at, i64 0
  %q = extractelement <2 x ptr> %at, i64 1
  %u = load double, ptr %p, align 8
  %v = load double, ptr %q, align 8
  %r = fmul double %u, %v
  %t = fadd double %s, %r
  %at.next = getelementptr double, <2 x ptr> %at, <2 x i64> <i64 1, i64 2>
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret double %t
}
; CHECK-NOT: <2 x ptr>
; CHECK: fmul double
