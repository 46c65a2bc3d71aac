; RUN: reverse f(dup)
; A function that runs when the program ends is not called through the program's pointers.
; CHECK: @f.grad
; CHECK: icmp eq ptr %callee, @square
; CHECK-NOT: @bye
declare i32 @__cxa_atexit(ptr, ptr, ptr)
declare void @unseen(ptr)
@chosen = global ptr @square
define i32 @main() {
entry:
  %kept = call i32 @__cxa_atexit(ptr @bye, ptr null, ptr null)
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
