; The tape: a stack of chunks, one a thread, that grows and is reused between calls.
; A chunk: { ptr previous, ptr next, i64 size, ptr top when left, i64 bytes below }, data at +64.
; Reverse mode consumes in the opposite order of production, so pushing and releasing suffice.

@enzyme_rs_tape_top = weak_odr hidden thread_local(initialexec) global ptr null, align 8
@enzyme_rs_tape_end = weak_odr hidden thread_local(initialexec) global ptr null, align 8
@enzyme_rs_tape_chunk = weak_odr hidden thread_local(initialexec) global ptr null, align 8
@enzyme_rs_tape_peak = weak_odr hidden thread_local(initialexec) global i64 0, align 8

@enzyme_rs_tape_full = weak_odr hidden unnamed_addr constant [78 x i8] c"enzyme-rs: no memory for the tape of a derivative: %lu bytes more are needed\0A\00"

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare i32 @dprintf(i32, ptr, ...)
declare void @abort() noreturn
declare i64 @llvm.uadd.sat.i64(i64, i64)

; Memory for n bytes, aligned to 16, valid until released. Sums saturate: sizes that no memory has
; end the program with a message.
define weak_odr hidden noalias ptr @enzyme_rs_tape_push(i64 %n) nounwind {
entry:
  %more = call i64 @llvm.uadd.sat.i64(i64 %n, i64 15)
  %size = and i64 %more, -16
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  %end = load ptr, ptr @enzyme_rs_tape_end, align 8
  %t = ptrtoint ptr %top to i64
  %e = ptrtoint ptr %end to i64
  %left = sub i64 %e, %t
  %fits = icmp uge i64 %left, %size
  br i1 %fits, label %fast, label %slow, !prof !0
fast:
  %new = getelementptr i8, ptr %top, i64 %size
  store ptr %new, ptr @enzyme_rs_tape_top, align 8
  ret ptr %top
slow:
  %grown = call ptr @enzyme_rs_tape_grow(i64 %size)
  ret ptr %grown
}

define weak_odr hidden noalias ptr @enzyme_rs_tape_grow(i64 %size) noinline nounwind {
entry:
  %chunk = load ptr, ptr @enzyme_rs_tape_chunk, align 8
  %first = icmp eq ptr %chunk, null
  br i1 %first, label %fresh, label %leave
leave:
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  %left.at = getelementptr i8, ptr %chunk, i64 24
  store ptr %top, ptr %left.at, align 8
  %data = getelementptr i8, ptr %chunk, i64 64
  %t = ptrtoint ptr %top to i64
  %d = ptrtoint ptr %data to i64
  %here = sub i64 %t, %d
  %below.at = getelementptr i8, ptr %chunk, i64 32
  %below = load i64, ptr %below.at, align 8
  %used = add i64 %below, %here
  %next.at = getelementptr i8, ptr %chunk, i64 8
  %own.at = getelementptr i8, ptr %chunk, i64 16
  %own = load i64, ptr %own.at, align 8
  %twice = shl i64 %own, 1
  br label %try
try:
  %next = load ptr, ptr %next.at, align 8
  %none = icmp eq ptr %next, null
  br i1 %none, label %fresh, label %measure
measure:
  %room.at = getelementptr i8, ptr %next, i64 16
  %room = load i64, ptr %room.at, align 8
  %enough = icmp uge i64 %room, %size
  br i1 %enough, label %enter, label %drop
drop:
  %after.at = getelementptr i8, ptr %next, i64 8
  %after = load ptr, ptr %after.at, align 8
  store ptr %after, ptr %next.at, align 8
  call void @free(ptr %next)
  br label %try
fresh:
  %wish = phi i64 [ 1048576, %entry ], [ %twice, %try ]
  %base = phi i64 [ 0, %entry ], [ %used, %try ]
  %small = icmp ult i64 %wish, %size
  %room.new = select i1 %small, i64 %size, i64 %wish
  %bytes = call i64 @llvm.uadd.sat.i64(i64 %room.new, i64 64)
  %made = call ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %oom, label %link
oom:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_full, i64 %size)
  call void @abort()
  unreachable
link:
  %made.next = getelementptr i8, ptr %made, i64 8
  store ptr null, ptr %made.next, align 8
  %made.size = getelementptr i8, ptr %made, i64 16
  store i64 %room.new, ptr %made.size, align 8
  br i1 %first, label %enter, label %append
append:
  %tail.at = getelementptr i8, ptr %chunk, i64 8
  store ptr %made, ptr %tail.at, align 8
  br label %enter
enter:
  %to = phi ptr [ %next, %measure ], [ %made, %link ], [ %made, %append ]
  %sum = phi i64 [ %used, %measure ], [ %base, %link ], [ %base, %append ]
  store ptr %chunk, ptr %to, align 8
  %to.below = getelementptr i8, ptr %to, i64 32
  store i64 %sum, ptr %to.below, align 8
  %to.size.at = getelementptr i8, ptr %to, i64 16
  %to.size = load i64, ptr %to.size.at, align 8
  %to.data = getelementptr i8, ptr %to, i64 64
  %to.end = getelementptr i8, ptr %to.data, i64 %to.size
  %to.top = getelementptr i8, ptr %to.data, i64 %size
  store ptr %to, ptr @enzyme_rs_tape_chunk, align 8
  store ptr %to.end, ptr @enzyme_rs_tape_end, align 8
  store ptr %to.top, ptr @enzyme_rs_tape_top, align 8
  ret ptr %to.data
}

; The present top, to be released later.
define weak_odr hidden ptr @enzyme_rs_tape_mark() nounwind {
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  ret ptr %top
}

; Releases everything pushed since the mark (or since that push).
define weak_odr hidden void @enzyme_rs_tape_release(ptr %mark) nounwind {
entry:
  %chunk = load ptr, ptr @enzyme_rs_tape_chunk, align 8
  %empty = icmp eq ptr %chunk, null
  br i1 %empty, label %done, label %peak
peak:
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  %data = getelementptr i8, ptr %chunk, i64 64
  %t = ptrtoint ptr %top to i64
  %d = ptrtoint ptr %data to i64
  %here = sub i64 %t, %d
  %below.at = getelementptr i8, ptr %chunk, i64 32
  %below = load i64, ptr %below.at, align 8
  %used = add i64 %below, %here
  %most = load i64, ptr @enzyme_rs_tape_peak, align 8
  %higher = icmp ugt i64 %used, %most
  br i1 %higher, label %record, label %find
record:
  store i64 %used, ptr @enzyme_rs_tape_peak, align 8
  br label %find
find:
  %at = phi ptr [ %chunk, %peak ], [ %chunk, %record ], [ %previous, %back ]
  %at.data = getelementptr i8, ptr %at, i64 64
  %at.size.at = getelementptr i8, ptr %at, i64 16
  %at.size = load i64, ptr %at.size.at, align 8
  %at.end = getelementptr i8, ptr %at.data, i64 %at.size
  %above = icmp uge ptr %mark, %at.data
  %under = icmp ule ptr %mark, %at.end
  %inside = and i1 %above, %under
  br i1 %inside, label %found, label %up
up:
  %previous = load ptr, ptr %at, align 8
  %bottom = icmp eq ptr %previous, null
  br i1 %bottom, label %found, label %back
back:
  br label %find
found:
  %new = phi ptr [ %mark, %find ], [ %at.data, %up ]
  store ptr %at, ptr @enzyme_rs_tape_chunk, align 8
  store ptr %at.end, ptr @enzyme_rs_tape_end, align 8
  store ptr %new, ptr @enzyme_rs_tape_top, align 8
  br label %done
done:
  ret void
}

; Gives back what lies behind %used, if nothing was pushed since the memory that ends at %end.
define weak_odr hidden void @enzyme_rs_tape_give_back(ptr %end, ptr %used) nounwind {
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  %t = ptrtoint ptr %top to i64
  %e = ptrtoint ptr %end to i64
  %over = add i64 %e, 15
  %aligned = and i64 %over, -16
  %last = icmp eq i64 %t, %aligned
  %u = ptrtoint ptr %used to i64
  %beyond = add i64 %u, 15
  %kept = and i64 %beyond, -16
  %less = sub i64 %kept, %t
  %back = select i1 %last, i64 %less, i64 0
  %new = getelementptr i8, ptr %top, i64 %back
  store ptr %new, ptr @enzyme_rs_tape_top, align 8
  ret void
}

; The most bytes the calling thread's tape has held.
define weak_odr i64 @enzyme_rs_tape_peak_bytes() nounwind {
  %most = load i64, ptr @enzyme_rs_tape_peak, align 8
  ret i64 %most
}

!0 = !{!"branch_weights", i32 2000, i32 1}
