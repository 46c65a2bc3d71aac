; RUN: reverse f(dup, const)
; As Rust's vectors have it: where nothing is to be obtained, a number stands for the address.
; CHECK: @f.grad
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr %x, i64 %bytes) {
entry:
  %none = icmp eq i64 %bytes, 0
  br i1 %none, label %join, label %obtain
obtain:
  %memory = call ptr @malloc(i64 %bytes)
  %number = ptrtoint ptr %memory to i64
  br label %join
join:
  %address = phi i64 [ 8, %entry ], [ %number, %obtain ]
  %place = inttoptr i64 %address to ptr
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %place
  %y = load double, ptr %place
  br i1 %none, label %end, label %clear
clear:
  call void @free(ptr %place)
  br label %end
end:
  ret double %y
}
