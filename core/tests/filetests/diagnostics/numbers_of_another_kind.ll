; RUN: reverse f(dup, out, out, const)
; As numbers_of_another_kind.err.ll, with vectors of one number.
; CHECK: fmul double
define double @f(ptr %y, double %a, double %b, i32 %n) {
entry:
  %p = bitcast double %a to <1 x double>
  %q = bitcast double %b to <1 x double>
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %one = phi <1 x double> [ %p, %entry ], [ %other, %loop ]
  %other = phi <1 x double> [ %q, %entry ], [ %one, %loop ]
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  store <1 x double> %one, ptr %y, align 8
  %s = bitcast <1 x double> %one to double
  %t = fmul double %s, %a
  ret double %t
}
