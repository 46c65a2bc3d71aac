; A lane that is taken out is put into another vector, of which lanes are taken out in turn.
; RUN: reverse f(dup, dup, const)
define double @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  %a = insertelement <2 x ptr> poison, ptr %x, i64 0
  %b = insertelement <2 x ptr> %a, ptr %y, i64 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %at = phi <2 x ptr> [ %b, %entry ], [ %turned, %loop ]
  %p = extractelement <2 x ptr> %at, i64 0
  %q = extractelement <2 x ptr> %at, i64 1
  %half = insertelement <2 x ptr> poison, ptr %q, i64 0
  %turned = insertelement <2 x ptr> %half, ptr %p, i64 1
  %then = extractelement <2 x ptr> %turned, i64 0
  %u = load double, ptr %p, align 8
  %v = load double, ptr %then, align 8
  %w = uitofp i64 %i to double
  %uv = fmul double %u, %v
  %r = fmul double %uv, %w
  %t = fadd double %s, %r
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret double %t
}
; CHECK-NOT: <2 x ptr>
; CHECK: phi ptr
; CHECK: reverse
