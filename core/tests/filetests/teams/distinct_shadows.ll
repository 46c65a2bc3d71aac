; RUN: plan f(dup, const)
; The region only reads %x and %p. Both might be the same memory as far as it knows, but whoever starts it has made %p: the shadows that it adds to never meet.
; CHECK: plan of f.team.rev(
; CHECK: shadow of what %a.i read apart from what is written through %v3, read through %v3, written through
; CHECK: shadow of what %b.i read apart from what is written through %v2, read through %v2, written through
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr %x, i64 %n) {
entry:
  %bytes = mul i64 %n, 8
  %p = call ptr @malloc(i64 %bytes)
  %q = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %x, i64 %bytes, i1 false)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 3, ptr @outlined, ptr %x, ptr %p, ptr %q)
  %result = load double, ptr %q
  call void @free(ptr %p)
  call void @free(ptr %q)
  ret double %result
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %p, ptr %q) {
  %number = load i32, ptr %me
  %at = getelementptr inbounds double, ptr %x, i32 %number
  %beside = getelementptr inbounds double, ptr %p, i32 %number
  %a = load double, ptr %at
  %b = load double, ptr %beside
  %product = fmul double %a, %b
  %to = getelementptr inbounds double, ptr %q, i32 %number
  store double %product, ptr %to
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
