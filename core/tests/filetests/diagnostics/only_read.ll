; RUN: warnings f(dup)
; The function stores nothing, and returns nothing.
; CHECK: warning: no active result of `f` depends on an active argument: this derivative is zero [EZ0406]
declare i32 @puts(ptr)
define void @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %big = fcmp ogt double %v, 1.0
  br i1 %big, label %say, label %done
say:
  %said = call i32 @puts(ptr null)
  br label %done
done:
  ret void
}
