; RUN: reverse f(out)
; As records_side_by_side.ll, but each iteration calls what leaves a tape: its records lie between the tapes.
; CHECK: @f.grad(double %a
; CHECK: %record.previous = load ptr
; CHECK: call ptr @enzyme_rs_tape_push
; CHECK-NOT: record.grow
; CHECK: reverse.again:
; CHECK-NOT: reverse.piece
define double @f(double %a) {
entry:
  br label %loop
loop:
  %x = phi double [ 1.0, %entry ], [ %new, %loop ]
  %q = fdiv double %a, %x
  %sum = fadd double %x, %q
  %new = call double @half(double %sum)
  %square = fmul double %new, %new
  %far = fcmp ogt double %square, %a
  br i1 %far, label %loop, label %done
done:
  ret double %new
}
define double @half(double %x) noinline {
entry:
  %h = fmul double %x, 0.5
  %s = call double @llvm.sin.f64(double %h)
  %r = fadd double %h, %s
  ret double %r
}
