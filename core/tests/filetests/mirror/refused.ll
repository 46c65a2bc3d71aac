; RUN: diagnostics f(dup)
; CHECK-NOT: talk_whisper
declare void @whisper(i32)
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  call void @secret()
  ret double %v
}
define void @secret() {
entry:
  call void @whisper(i32 1)
  ret void
}
