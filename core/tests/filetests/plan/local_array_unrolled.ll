; RUN: plan f(dup, const)
; A table of constants chooses members of a local array, which each iteration around fills anew. Unrolled, the members are values, and nothing is kept.
; CHECK: plan of f.grad
; CHECK-NOT: keep %
@table = private constant [3 x i64] [i64 2, i64 0, i64 1]
define double @f(ptr noalias %x, i64 %n) {
entry:
  %a = alloca [3 x double]
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %total = phi double [ 0.0, %entry ], [ %total.next, %done ]
  %row = mul i64 %i, 3
  br label %fill
fill:
  %j = phi i64 [ 0, %outer ], [ %j.next, %fill ]
  %from = add i64 %row, %j
  %from.at = getelementptr double, ptr %x, i64 %from
  %v = load double, ptr %from.at
  %to = getelementptr double, ptr %a, i64 %j
  store double %v, ptr %to
  %j.next = add i64 %j, 1
  %j.on = icmp ult i64 %j.next, 3
  br i1 %j.on, label %fill, label %use
use:
  %k = phi i64 [ 0, %fill ], [ %k.next, %use ]
  %sum = phi double [ %total, %fill ], [ %sum.next, %use ]
  %entry.at = getelementptr i64, ptr @table, i64 %k
  %chosen = load i64, ptr %entry.at
  %one.at = getelementptr double, ptr %a, i64 %chosen
  %one = load double, ptr %one.at
  %other.at = getelementptr double, ptr %a, i64 %k
  %other = load double, ptr %other.at
  %product = fmul double %one, %other
  %sum.next = fadd double %sum, %product
  %k.next = add i64 %k, 1
  %k.on = icmp ult i64 %k.next, 3
  br i1 %k.on, label %use, label %done
done:
  %total.next = phi double [ %sum.next, %use ]
  %i.next = add i64 %i, 1
  %i.on = icmp ult i64 %i.next, %n
  br i1 %i.on, label %outer, label %end
end:
  ret double %total.next
}
