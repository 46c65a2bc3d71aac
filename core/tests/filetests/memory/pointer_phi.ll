; RUN: reverse f(dup, dup, const)
; Where two pointers meet, their shadows meet by the same condition.
; CHECK: @f.grad(ptr %a, ptr %a.shadow, ptr %b, ptr %b.shadow
; CHECK: %a.shadow
; CHECK: reverse
define double @f(ptr %a, ptr %b, i1 %c) {
entry:
  br i1 %c, label %then, label %done
then:
  store double 2.0, ptr %b
  br label %done
done:
  %p = phi ptr [ %b, %then ], [ %a, %entry ]
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
