; The tape: a stack of chunks, one a thread, that grows and is reused between calls. A tape that the program owns is a stack of its
; own while it is written; afterwards its chunks hang on it.
; A chunk: { ptr previous, ptr next, i64 size, ptr top when left, i64 bytes below }, data at +64.
; Reverse mode consumes in the opposite order of production, so pushing and releasing suffice.

@enzyme_rs_tape_top = weak_odr hidden thread_local(initialexec) global ptr null, align 8
@enzyme_rs_tape_end = weak_odr hidden thread_local(initialexec) global ptr null, align 8
@enzyme_rs_tape_chunk = weak_odr hidden thread_local(initialexec) global ptr null, align 8
@enzyme_rs_tape_peak = weak_odr hidden thread_local(initialexec) global i64 0, align 8
; Size of a tape's first chunk.
@enzyme_rs_tape_first = weak_odr hidden thread_local(initialexec) global i64 1048576, align 8
; Bytes that the chunks of all tapes take, and may take (0: not asked yet).
@enzyme_rs_tape_held = weak_odr hidden global i64 0, align 8
@enzyme_rs_tape_limit = weak_odr hidden global i64 0, align 8

@enzyme_rs_tape_full = weak_odr hidden unnamed_addr constant [78 x i8] c"enzyme-rs: no memory for the tape of a derivative: %lu bytes more are needed\0A\00"

@enzyme_rs_tape_over = weak_odr hidden unnamed_addr constant [310 x i8] c"enzyme-rs: the tapes of derivatives would take %lu bytes, and %lu are allowed\0A  help: allow more with the environment variable ENZYME_RS_TAPE_LIMIT (bytes, or a number with K, M, G or T; by default what the machine has)\0A  help: or keep less: differentiate fewer steps at a time, with checkpoints between them\0A\00"
@enzyme_rs_tape_no_size = weak_odr hidden unnamed_addr constant [98 x i8] c"enzyme-rs: ENZYME_RS_TAPE_LIMIT is `%s`: no number of bytes, nor one with K, M, G or T behind it\0A\00"
@enzyme_rs_tape_variable = weak_odr hidden unnamed_addr constant [21 x i8] c"ENZYME_RS_TAPE_LIMIT\00"
@enzyme_rs_tape_small = weak_odr hidden unnamed_addr constant [159 x i8] c"enzyme-rs: the memory for the tape of a derivative has %lu bytes, and %lu are needed\0A  help: ask __enzyme_augmentsize with the markers of __enzyme_augmentfwd\0A\00"
@enzyme_rs_tape_strange = weak_odr hidden unnamed_addr constant [226 x i8] c"enzyme-rs: what a reverse pass is given is not its tape, or was used up before\0A  help: pass what __enzyme_augmentfwd made for the same function with the same markers, once; or mark all but the last reverse pass enzyme_nofree\0A\00"

@enzyme_rs_tape_other = weak_odr hidden unnamed_addr constant [158 x i8] c"enzyme-rs: a reverse pass is given another shadow than its augmented primal, which has remembered where it leads\0A  help: pass the same shadow to both halves\0A\00"
declare noalias ptr @malloc(i64)
declare ptr @getenv(ptr)
declare i64 @strtoull(ptr, ptr, i32)
declare i64 @sysconf(i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
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
  %start = load i64, ptr @enzyme_rs_tape_first, align 8
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
  call void @enzyme_rs_tape_discard(ptr %next)
  br label %try
fresh:
  %wish = phi i64 [ %start, %entry ], [ %twice, %try ]
  %base = phi i64 [ 0, %entry ], [ %used, %try ]
  %small = icmp ult i64 %wish, %size
  %room.new = select i1 %small, i64 %size, i64 %wish
  %made = call ptr @enzyme_rs_tape_chunk_of(i64 %room.new, i64 %size)
  %made.next = getelementptr i8, ptr %made, i64 8
  store ptr null, ptr %made.next, align 8
  br i1 %first, label %enter, label %append
append:
  %tail.at = getelementptr i8, ptr %chunk, i64 8
  store ptr %made, ptr %tail.at, align 8
  br label %enter
enter:
  %to = phi ptr [ %next, %measure ], [ %made, %fresh ], [ %made, %append ]
  %sum = phi i64 [ %used, %measure ], [ %base, %fresh ], [ %base, %append ]
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

; A chunk with room for %wish bytes, or for the least that is needed if more is not allowed; its size is set.
define weak_odr hidden ptr @enzyme_rs_tape_chunk_of(i64 %wish, i64 %least) noinline nounwind {
entry:
  %limit = call i64 @enzyme_rs_tape_allowed()
  %more = call i64 @llvm.uadd.sat.i64(i64 %wish, i64 64)
  %before = load atomic i64, ptr @enzyme_rs_tape_held monotonic, align 8
  %sum = call i64 @llvm.uadd.sat.i64(i64 %before, i64 %more)
  %fits = icmp ule i64 %sum, %limit
  %room = select i1 %fits, i64 %wish, i64 %least
  %bytes = call i64 @llvm.uadd.sat.i64(i64 %room, i64 64)
  %all = call i64 @llvm.uadd.sat.i64(i64 %before, i64 %bytes)
  %over = icmp ugt i64 %all, %limit
  br i1 %over, label %beyond, label %obtain
beyond:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_over, i64 %all, i64 %limit)
  call void @abort()
  unreachable
obtain:
  %made = call ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %oom, label %done
oom:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_full, i64 %room)
  call void @abort()
  unreachable
done:
  %held = atomicrmw add ptr @enzyme_rs_tape_held, i64 %bytes monotonic
  %size.at = getelementptr i8, ptr %made, i64 16
  store i64 %room, ptr %size.at, align 8
  ret ptr %made
}

; Gives a chunk back.
define weak_odr hidden void @enzyme_rs_tape_discard(ptr %chunk) noinline nounwind {
  %size.at = getelementptr i8, ptr %chunk, i64 16
  %size = load i64, ptr %size.at, align 8
  %bytes = add i64 %size, 64
  %held = atomicrmw sub ptr @enzyme_rs_tape_held, i64 %bytes monotonic
  call void @free(ptr %chunk)
  ret void
}

; How many bytes all tapes together may take: what the environment says, or what the machine has.
define weak_odr hidden i64 @enzyme_rs_tape_allowed() noinline nounwind {
entry:
  %end = alloca ptr, align 8
  %known = load atomic i64, ptr @enzyme_rs_tape_limit monotonic, align 8
  %asked = icmp ne i64 %known, 0
  br i1 %asked, label %old, label %ask
old:
  ret i64 %known
ask:
  %text = call ptr @getenv(ptr @enzyme_rs_tape_variable)
  %unset = icmp eq ptr %text, null
  br i1 %unset, label %machine, label %read
machine:
  %pages = call i64 @sysconf(i32 85)
  %page = call i64 @sysconf(i32 30)
  %memory = mul i64 %pages, %page
  %some = icmp sgt i64 %memory, 0
  %there = select i1 %some, i64 %memory, i64 -1
  br label %new
read:
  %number = call i64 @strtoull(ptr %text, ptr %end, i32 10)
  %behind = load ptr, ptr %end, align 8
  %none = icmp eq ptr %behind, %text
  %unit = load i8, ptr %behind, align 1
  br i1 %none, label %bad, label %suffix
suffix:
  switch i8 %unit, label %bad [
    i8 0, label %bytes
    i8 75, label %kilo
    i8 107, label %kilo
    i8 77, label %mega
    i8 109, label %mega
    i8 71, label %giga
    i8 103, label %giga
    i8 84, label %tera
    i8 116, label %tera
  ]
bytes:
  br label %scaled
kilo:
  br label %last
mega:
  br label %last
giga:
  br label %last
tera:
  br label %last
last:
  %factor = phi i64 [ 1024, %kilo ], [ 1048576, %mega ], [ 1073741824, %giga ], [ 1099511627776, %tera ]
  %rest.at = getelementptr i8, ptr %behind, i64 1
  %rest = load i8, ptr %rest.at, align 1
  %whole = icmp eq i8 %rest, 0
  br i1 %whole, label %scaled, label %bad
scaled:
  %scale = phi i64 [ 1, %bytes ], [ %factor, %last ]
  %product = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %number, i64 %scale)
  %low = extractvalue { i64, i1 } %product, 0
  %too.large = extractvalue { i64, i1 } %product, 1
  %said = select i1 %too.large, i64 -1, i64 %low
  %zero = icmp eq i64 %said, 0
  br i1 %zero, label %bad, label %new
bad:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_no_size, ptr %text)
  call void @abort()
  unreachable
new:
  %limit = phi i64 [ %there, %machine ], [ %said, %scaled ]
  store atomic i64 %limit, ptr @enzyme_rs_tape_limit monotonic, align 8
  ret i64 %limit
}

; The present top, to be released later.
define weak_odr hidden ptr @enzyme_rs_tape_mark() nounwind {
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  ret ptr %top
}

; Releases everything pushed since the mark (or since that push). What lies on a tape that the program owns is not released.
define weak_odr hidden void @enzyme_rs_tape_release(ptr %mark) nounwind {
entry:
  %chunk = load ptr, ptr @enzyme_rs_tape_chunk, align 8
  %empty = icmp eq ptr %chunk, null
  %all = icmp eq ptr %mark, null
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
  br i1 %bottom, label %last, label %back
last:
  ; A mark of before the first push is null.
  br i1 %all, label %found, label %done
back:
  br label %find
found:
  %new = phi ptr [ %mark, %find ], [ %at.data, %last ]
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

; Begins a tape that the program owns: %size bytes in its memory, or in some of our own if that is null. The tag's lowest bit says so.
define weak_odr hidden ptr @enzyme_rs_tape_begin(ptr %memory, i64 %room, i64 %size, i64 %tag) nounwind {
entry:
  %ours = icmp eq ptr %memory, null
  br i1 %ours, label %obtain, label %measure
obtain:
  %made = call ptr @malloc(i64 %size)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %oom, label %mark
oom:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_full, i64 %size)
  call void @abort()
  unreachable
mark:
  %own = or i64 %tag, 1
  br label %done
measure:
  %small = icmp ult i64 %room, %size
  br i1 %small, label %refuse, label %done
refuse:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_small, i64 %room, i64 %size)
  call void @abort()
  unreachable
done:
  %at = phi ptr [ %made, %mark ], [ %memory, %measure ]
  %said = phi i64 [ %own, %mark ], [ %tag, %measure ]
  store i64 %said, ptr %at, align 1
  ret ptr %at
}

; Puts the thread's tape aside: what is pushed next begins a new one.
define weak_odr hidden void @enzyme_rs_tape_enter(ptr %aside) nounwind {
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  %end = load ptr, ptr @enzyme_rs_tape_end, align 8
  %chunk = load ptr, ptr @enzyme_rs_tape_chunk, align 8
  %first = load i64, ptr @enzyme_rs_tape_first, align 8
  store ptr %top, ptr %aside, align 8
  %end.at = getelementptr i8, ptr %aside, i64 8
  store ptr %end, ptr %end.at, align 8
  %chunk.at = getelementptr i8, ptr %aside, i64 16
  store ptr %chunk, ptr %chunk.at, align 8
  %first.at = getelementptr i8, ptr %aside, i64 24
  store i64 %first, ptr %first.at, align 8
  store ptr null, ptr @enzyme_rs_tape_top, align 8
  store ptr null, ptr @enzyme_rs_tape_end, align 8
  store ptr null, ptr @enzyme_rs_tape_chunk, align 8
  store i64 1024, ptr @enzyme_rs_tape_first, align 8
  ret void
}

; Takes the thread's tape up again; gives the last chunk of the new one.
define weak_odr hidden ptr @enzyme_rs_tape_leave(ptr %aside) nounwind {
  %chunk = load ptr, ptr @enzyme_rs_tape_chunk, align 8
  %top = load ptr, ptr %aside, align 8
  %end.at = getelementptr i8, ptr %aside, i64 8
  %end = load ptr, ptr %end.at, align 8
  %old.at = getelementptr i8, ptr %aside, i64 16
  %old = load ptr, ptr %old.at, align 8
  %first.at = getelementptr i8, ptr %aside, i64 24
  %first = load i64, ptr %first.at, align 8
  store ptr %top, ptr @enzyme_rs_tape_top, align 8
  store ptr %end, ptr @enzyme_rs_tape_end, align 8
  store ptr %old, ptr @enzyme_rs_tape_chunk, align 8
  store i64 %first, ptr @enzyme_rs_tape_first, align 8
  ret ptr %chunk
}

; Exchanges the thread's tape and the one that an arena holds: top, end, chunk, size of the first chunk (0: as usual).
define weak_odr hidden void @enzyme_rs_tape_swap(ptr %arena) nounwind {
  %top = load ptr, ptr @enzyme_rs_tape_top, align 8
  %end = load ptr, ptr @enzyme_rs_tape_end, align 8
  %chunk = load ptr, ptr @enzyme_rs_tape_chunk, align 8
  %first = load i64, ptr @enzyme_rs_tape_first, align 8
  %end.at = getelementptr i8, ptr %arena, i64 8
  %chunk.at = getelementptr i8, ptr %arena, i64 16
  %first.at = getelementptr i8, ptr %arena, i64 24
  %its.top = load ptr, ptr %arena, align 8
  %its.end = load ptr, ptr %end.at, align 8
  %its.chunk = load ptr, ptr %chunk.at, align 8
  %its.first = load i64, ptr %first.at, align 8
  %fresh = icmp eq i64 %its.first, 0
  %usual = select i1 %fresh, i64 1024, i64 %its.first
  store ptr %its.top, ptr @enzyme_rs_tape_top, align 8
  store ptr %its.end, ptr @enzyme_rs_tape_end, align 8
  store ptr %its.chunk, ptr @enzyme_rs_tape_chunk, align 8
  store i64 %usual, ptr @enzyme_rs_tape_first, align 8
  store ptr %top, ptr %arena, align 8
  store ptr %end, ptr %end.at, align 8
  store ptr %chunk, ptr %chunk.at, align 8
  store i64 %first, ptr %first.at, align 8
  ret void
}

; Ends the program if what a reverse pass is given does not bear its tag.
define weak_odr hidden void @enzyme_rs_tape_check(ptr %tape, i64 %tag) nounwind {
entry:
  %none = icmp eq ptr %tape, null
  br i1 %none, label %refuse, label %look
look:
  %there = load i64, ptr %tape, align 1
  %said = and i64 %there, -2
  %same = icmp eq i64 %said, %tag
  br i1 %same, label %done, label %refuse, !prof !0
refuse:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_strange)
  call void @abort()
  unreachable
done:
  ret void
}

; Ends the program if the halves of a derivative were given different shadows.
define weak_odr hidden void @enzyme_rs_tape_given(ptr %before, ptr %now) nounwind {
entry:
  %same = icmp eq ptr %before, %now
  br i1 %same, label %done, label %refuse, !prof !0
refuse:
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @enzyme_rs_tape_other)
  call void @abort()
  unreachable
done:
  ret void
}

; Gives back what a tape holds that the program owns, and its memory if that is ours. The tag's second bit says that chunks hang on it.
define weak_odr void @enzyme_rs_tape_free(ptr %tape) nounwind {
entry:
  %none = icmp eq ptr %tape, null
  br i1 %none, label %done, label %look
look:
  %tag = load i64, ptr %tape, align 1
  store i64 0, ptr %tape, align 1
  %pushed = and i64 %tag, 2
  %some = icmp ne i64 %pushed, 0
  br i1 %some, label %chunks, label %memory
chunks:
  %last.at = getelementptr i8, ptr %tape, i64 8
  %last = load ptr, ptr %last.at, align 1
  br label %each
each:
  %chunk = phi ptr [ %last, %chunks ], [ %previous, %one ]
  %end = icmp eq ptr %chunk, null
  br i1 %end, label %memory, label %one
one:
  %previous = load ptr, ptr %chunk, align 8
  call void @enzyme_rs_tape_discard(ptr %chunk)
  br label %each
memory:
  %own = and i64 %tag, 1
  %ours = icmp ne i64 %own, 0
  br i1 %ours, label %release, label %done
release:
  call void @free(ptr %tape)
  br label %done
done:
  ret void
}

; The number of the last forward sweep.
@enzyme_rs_sweeps = weak_odr hidden global i64 0, align 8

; A number that no other forward sweep has, and that is not zero.
define weak_odr hidden i64 @enzyme_rs_sweep() nounwind {
  %before = atomicrmw add ptr @enzyme_rs_sweeps, i64 1 monotonic
  %own = add i64 %before, 1
  ret i64 %own
}

; The most bytes the calling thread's tape has held.
define weak_odr i64 @enzyme_rs_tape_peak_bytes() nounwind {
  %most = load i64, ptr @enzyme_rs_tape_peak, align 8
  ret i64 %most
}

!0 = !{!"branch_weights", i32 2000, i32 1}
