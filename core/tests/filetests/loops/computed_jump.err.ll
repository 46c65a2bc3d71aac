; RUN: diagnostics f(dup, const)
; As computed_jump.ll by addresses of labels, which are those of the source and not of a copy.
; CHECK: this function jumps to a computed label [EZ0106]
; CHECK: in function `f`
@labels = internal constant [2 x ptr] [ptr blockaddress(@f, %once), ptr blockaddress(@f, %twice)]
define double @f(ptr %p, i64 %k) {
entry:
  %x = load double, ptr %p
  %at = getelementptr ptr, ptr @labels, i64 %k
  %label = load ptr, ptr %at
  indirectbr ptr %label, [label %once, label %twice]
once:
  ret double %x
twice:
  %y = fmul double %x, %x
  ret double %y
}
