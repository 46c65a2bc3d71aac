; What regions compute, said with calls of the function that they run. `enzyme_rs_region_run` and `enzyme_rs_region_compare` stand
; for that function; calls of them become calls of it, with the arguments that the region's rule says.

declare void @enzyme_rs_region_run(i64)
declare i32 @enzyme_rs_region_compare(ptr, ptr)

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Iterations 0 to n - 1, one after the other.
define weak_odr hidden void @enzyme_rs_region_iterations(i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @enzyme_rs_region_run(i64 %i)
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A stable sort by merging: it finds the order of a copy's records, then puts the records in that order.
define weak_odr hidden void @enzyme_rs_region_sorting(ptr %base, i64 %n, i64 %size) {
entry:
  %some = icmp sgt i64 %n, 1
  br i1 %some, label %begin, label %done
begin:
  %bytes = mul i64 %n, %size
  %words = shl i64 %n, 3
  %copy = call ptr @malloc(i64 %bytes)
  %order = call ptr @malloc(i64 %words)
  %spare = call ptr @malloc(i64 %words)
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %base, i64 %bytes, i1 false)
  br label %number
number:
  %k0 = phi i64 [ 0, %begin ], [ %k0.next, %number ]
  %place = getelementptr inbounds i64, ptr %order, i64 %k0
  store i64 %k0, ptr %place, align 8, !tbaa !0
  %k0.next = add nuw nsw i64 %k0, 1
  %k0.more = icmp slt i64 %k0.next, %n
  br i1 %k0.more, label %number, label %widths

; Neighbouring runs of `width` records become one of twice as many.
widths:
  %width = phi i64 [ 1, %number ], [ %width.next, %merged ]
  %width.next = shl nuw nsw i64 %width, 1
  %wide = icmp slt i64 %width, %n
  br i1 %wide, label %runs, label %put
runs:
  %low = phi i64 [ 0, %widths ], [ %low.next, %run.done ]
  %low.some = icmp slt i64 %low, %n
  br i1 %low.some, label %run, label %take
run:
  %mid.full = add nuw nsw i64 %low, %width
  %mid.less = icmp slt i64 %mid.full, %n
  %mid = select i1 %mid.less, i64 %mid.full, i64 %n
  %low.next = add nuw nsw i64 %low, %width.next
  %high.less = icmp slt i64 %low.next, %n
  %high = select i1 %high.less, i64 %low.next, i64 %n
  br label %merge
merge:
  %k = phi i64 [ %low, %run ], [ %k.next, %merge.next ]
  %i = phi i64 [ %low, %run ], [ %i.next, %merge.next ]
  %j = phi i64 [ %mid, %run ], [ %j.next, %merge.next ]
  %k.some = icmp slt i64 %k, %high
  br i1 %k.some, label %left, label %run.done
left:
  %i.some = icmp slt i64 %i, %mid
  br i1 %i.some, label %right, label %from.right
right:
  %j.some = icmp slt i64 %j, %high
  br i1 %j.some, label %both, label %from.left
both:
  %i.place = getelementptr inbounds i64, ptr %order, i64 %i
  %i.record = load i64, ptr %i.place, align 8, !tbaa !0
  %j.place = getelementptr inbounds i64, ptr %order, i64 %j
  %j.record = load i64, ptr %j.place, align 8, !tbaa !0
  %i.bytes = mul i64 %i.record, %size
  %j.bytes = mul i64 %j.record, %size
  %i.at = getelementptr inbounds i8, ptr %copy, i64 %i.bytes
  %j.at = getelementptr inbounds i8, ptr %copy, i64 %j.bytes
  %compared = call i32 @enzyme_rs_region_compare(ptr %i.at, ptr %j.at)
  %ordered = icmp sle i32 %compared, 0
  br i1 %ordered, label %from.left, label %from.right
from.left:
  %i.after = add nuw nsw i64 %i, 1
  br label %merge.next
from.right:
  %j.after = add nuw nsw i64 %j, 1
  br label %merge.next
merge.next:
  %taken = phi i64 [ %i, %from.left ], [ %j, %from.right ]
  %i.next = phi i64 [ %i.after, %from.left ], [ %i, %from.right ]
  %j.next = phi i64 [ %j, %from.left ], [ %j.after, %from.right ]
  %from = getelementptr inbounds i64, ptr %order, i64 %taken
  %record = load i64, ptr %from, align 8, !tbaa !0
  %to = getelementptr inbounds i64, ptr %spare, i64 %k
  store i64 %record, ptr %to, align 8, !tbaa !0
  %k.next = add nuw nsw i64 %k, 1
  br label %merge
run.done:
  br label %runs
take:
  %t = phi i64 [ 0, %runs ], [ %t.next, %take ]
  %t.from = getelementptr inbounds i64, ptr %spare, i64 %t
  %t.record = load i64, ptr %t.from, align 8, !tbaa !0
  %t.to = getelementptr inbounds i64, ptr %order, i64 %t
  store i64 %t.record, ptr %t.to, align 8, !tbaa !0
  %t.next = add nuw nsw i64 %t, 1
  %t.more = icmp slt i64 %t.next, %n
  br i1 %t.more, label %take, label %merged
merged:
  br label %widths

put:
  %p = phi i64 [ 0, %widths ], [ %p.next, %put ]
  %p.from = getelementptr inbounds i64, ptr %order, i64 %p
  %p.record = load i64, ptr %p.from, align 8, !tbaa !0
  %from.bytes = mul i64 %p.record, %size
  %record.from = getelementptr inbounds i8, ptr %copy, i64 %from.bytes
  %to.bytes = mul i64 %p, %size
  %record.to = getelementptr inbounds i8, ptr %base, i64 %to.bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %record.to, ptr %record.from, i64 %size, i1 false)
  %p.next = add nuw nsw i64 %p, 1
  %p.more = icmp slt i64 %p.next, %n
  br i1 %p.more, label %put, label %end
end:
  call void @free(ptr %spare)
  call void @free(ptr %order)
  call void @free(ptr %copy)
  br label %done
done:
  ret void
}

; A binary search. What is looked for is the first argument of the comparison, which the region's rule passes.
define weak_odr hidden ptr @enzyme_rs_region_searching(ptr %base, i64 %n, i64 %size) {
entry:
  br label %loop
loop:
  %low = phi i64 [ 0, %entry ], [ %low.next, %next ]
  %high = phi i64 [ %n, %entry ], [ %high.next, %next ]
  %some = icmp ult i64 %low, %high
  br i1 %some, label %look, label %none
look:
  %sum = add i64 %low, %high
  %mid = lshr i64 %sum, 1
  %bytes = mul i64 %mid, %size
  %at = getelementptr inbounds i8, ptr %base, i64 %bytes
  %compared = call i32 @enzyme_rs_region_compare(ptr %at, ptr %at)
  %found = icmp eq i32 %compared, 0
  br i1 %found, label %here, label %next
next:
  %before = icmp slt i32 %compared, 0
  %above = add i64 %mid, 1
  %low.next = select i1 %before, i64 %low, i64 %above
  %high.next = select i1 %before, i64 %mid, i64 %high
  br label %loop
here:
  ret ptr %at
none:
  ret ptr null
}

!0 = !{!1, !1, i64 0}
!1 = !{!"long", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
