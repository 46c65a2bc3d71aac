; A loop whose iterations are handed out as tasks: `enzyme_rs_task_parts` stands for the library's function that says how many, and
; `enzyme_rs_task_here` for handing in one of them, the last one or another.

declare i64 @enzyme_rs_task_parts(i64, i32, i64, i32)
declare void @enzyme_rs_task_here(i1)

declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.umin.i64(i64, i64)

; Tasks have equally many iterations, the first ones one more than the others; or as many as `amount` says, but for the last.
define weak_odr hidden void @enzyme_rs_task_loop(ptr %lower, ptr %upper, i64 %step, i32 %kind, i64 %amount, i1 %exact) {
entry:
  %first = load i64, ptr %lower, align 8
  %last = load i64, ptr %upper, align 8
  %up = icmp sgt i64 %step, 0
  %ahead = sub i64 %last, %first
  %behind = sub i64 %first, %last
  %way = select i1 %up, i64 %ahead, i64 %behind
  %some = icmp sge i64 %way, 0
  br i1 %some, label %begin, label %done
begin:
  %pace = call i64 @llvm.abs.i64(i64 %step, i1 false)
  %steps = udiv i64 %way, %pace
  %n = add i64 %steps, 1
  %exactly = zext i1 %exact to i32
  %parts = call i64 @enzyme_rs_task_parts(i64 %n, i32 %kind, i64 %amount, i32 %exactly)
  %even = udiv i64 %n, %parts
  %rest = urem i64 %n, %parts
  %size = select i1 %exact, i64 %amount, i64 %even
  %larger = select i1 %exact, i64 0, i64 %rest
  br label %loop
loop:
  %k = phi i64 [ 0, %begin ], [ %next, %loop ]
  %next = add nuw nsw i64 %k, 1
  %from.even = mul i64 %k, %size
  %from.more = call i64 @llvm.umin.i64(i64 %k, i64 %larger)
  %from = add i64 %from.even, %from.more
  %to.even = mul i64 %next, %size
  %to.more = call i64 @llvm.umin.i64(i64 %next, i64 %larger)
  %to.full = add i64 %to.even, %to.more
  %to = call i64 @llvm.umin.i64(i64 %to.full, i64 %n)
  %through = sub i64 %to, 1
  %from.far = mul i64 %from, %step
  %through.far = mul i64 %through, %step
  %low = add i64 %first, %from.far
  %high = add i64 %first, %through.far
  store i64 %low, ptr %lower, align 8
  store i64 %high, ptr %upper, align 8
  %over = icmp eq i64 %next, %parts
  call void @enzyme_rs_task_here(i1 %over)
  br i1 %over, label %done, label %loop
done:
  ret void
}
