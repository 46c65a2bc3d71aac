; RUN: reverse f(dup)
; Which way the code goes is asked twice, and the second time seems to lead back: no cycle is ever gone through.
; CHECK: @f.grad(
; CHECK: fmul double
define void @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %small = fcmp olt double %v, 1.0
  br i1 %small, label %left, label %join
left:
  %square = fmul double %v, %v
  store double %square, ptr %x
  br label %join
join:
  %whole = phi i1 [ true, %entry ], [ false, %left ]
  %how = phi i32 [ 0, %entry ], [ 2, %left ]
  br i1 %whole, label %first, label %second
first:
  br label %second
second:
  %again = phi i32 [ 0, %first ], [ %how, %join ]
  %over = icmp eq i32 %again, 0
  br i1 %over, label %done, label %third
third:
  %w = load double, ptr %x
  %more = fadd double %w, 1.0
  store double %more, ptr %x
  br label %first
done:
  ret void
}
