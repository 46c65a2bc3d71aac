; RUN: diagnostics f(dup)
; As machine.ll, for a GPU.
; CHECK: error: this function is compiled for a GPU, nvptx64-nvidia-cuda [EZ0004]
; CHECK: note: its threads would add to the same adjoints at the same time, and lose some
target triple = "nvptx64-nvidia-cuda"
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  ret double %v
}
