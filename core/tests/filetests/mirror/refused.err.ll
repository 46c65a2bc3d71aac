; RUN: diagnostics f(dup)
; CHECK: `talk_whisper` has no derivative
; CHECK: send it instead
declare void @talk_whisper(i32)
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  call void @secret()
  ret double %v
}
define void @secret() {
entry:
  call void @talk_whisper(i32 1)
  ret void
}
