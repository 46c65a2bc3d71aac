; RUN: diagnostics f(dup)
; One that a library is given otherwise may be.
; CHECK: `unseen`
declare i32 @keep(ptr, ptr, ptr)
declare void @unseen(ptr)
@chosen = global ptr @square
define i32 @main() {
entry:
  %kept = call i32 @keep(ptr @bye, ptr null, ptr null)
  ret i32 0
}
define void @f(ptr %x) {
entry:
  %callee = load ptr, ptr @chosen
  call void %callee(ptr %x)
  ret void
}
define internal void @square(ptr %x) {
entry:
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
define internal void @bye(ptr %x) {
entry:
  call void @unseen(ptr %x)
  ret void
}
