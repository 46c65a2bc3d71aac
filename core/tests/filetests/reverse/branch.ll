; RUN: reverse f(out, const) --optimize
; Without a loop the condition is there: no memory is allocated.
; CHECK: { double } @f.grad
; CHECK-NOT: @malloc
declare double @llvm.exp.f64(double)
define double @f(double %x, i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  %a = call double @llvm.exp.f64(double %x)
  br label %done
else:
  %b = fmul double %x, %x
  br label %done
done:
  %y = phi double [ %a, %then ], [ %b, %else ]
  ret double %y
}
