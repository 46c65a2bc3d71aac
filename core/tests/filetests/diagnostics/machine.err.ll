; RUN: diagnostics f(dup)
; As machine.ll, for a GPU that no pack knows.
; CHECK: error: this function is compiled for a GPU, spirv64-unknown-unknown [EZ0004]
; CHECK: note: its threads would add to the same adjoints at the same time, and lose some
target triple = "spirv64-unknown-unknown"
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  ret double %v
}
