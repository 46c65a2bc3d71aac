; Made of steps.c; do not edit. BLESS=1 cargo test -p enzyme-core --test steps

%struct.piece = type { ptr, i64 }

@.str = private unnamed_addr constant [76 x i8] c"enzyme-rs: no memory for checkpoints of a loop: of %lu, each has %lu bytes\0A\00", align 1
@.str.1 = private unnamed_addr constant [73 x i8] c"enzyme-rs: a loop of %lu steps is too long for checkpoints: at most %lu\0A\00", align 1
@.str.2 = private unnamed_addr constant [65 x i8] c"enzyme-rs: no memory for the checkpoints of a loop of %lu steps\0A\00", align 1
@.str.3 = private unnamed_addr constant [345 x i8] c"enzyme-rs: the first %lu steps of a loop give another state when they are run again\0A  help: name all memory that the steps change, as large as it is (%lu bytes are named); what they read besides must stay as it is\0A  help: in parallel regions, schedule(static) has each worker do the same again: the last bits of what they add up depend on that\0A\00", align 1

define weak hidden void @enzyme_rs_steps_fail(ptr noundef %text, i64 noundef %steps, i64 noundef %bytes) local_unnamed_addr {
entry:
  %call = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef %text, i64 noundef %steps, i64 noundef %bytes)
  tail call void @abort()
  unreachable
}

declare i32 @dprintf(i32 noundef, ptr noundef, ...) local_unnamed_addr

declare void @abort() local_unnamed_addr

define weak hidden ptr @enzyme_rs_steps_memory(ptr noundef %r, i64 noundef %count, i64 noundef %bytes) local_unnamed_addr {
entry:
  %0 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %count, i64 %bytes)
  %1 = extractvalue { i64, i1 } %0, 1
  br i1 %1, label %cond.end, label %cond.false

cond.false:                                       ; preds = %entry
  %2 = extractvalue { i64, i1 } %0, 0
  %add = tail call i64 @llvm.umax.i64(i64 %2, i64 1)
  %call = tail call ptr @malloc(i64 noundef %add)
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.false
  %cond = phi ptr [ %call, %cond.false ], [ null, %entry ]
  %tobool1.not = icmp eq ptr %cond, null
  br i1 %tobool1.not, label %if.then, label %if.end

if.then:                                          ; preds = %cond.end
  %slots = getelementptr inbounds nuw i8, ptr %r, i64 8
  %3 = load i64, ptr %slots, align 8
  %bytes2 = getelementptr inbounds nuw i8, ptr %r, i64 40
  %4 = load i64, ptr %bytes2, align 8
  tail call void @enzyme_rs_steps_fail(ptr noundef nonnull @.str, i64 noundef %3, i64 noundef %4)
  br label %if.end

if.end:                                           ; preds = %if.then, %cond.end
  ret ptr %cond
}

declare void @llvm.lifetime.start.p0(ptr captures(none))

declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)

declare ptr @malloc(i64 noundef) local_unnamed_addr

declare void @llvm.lifetime.end.p0(ptr captures(none))

define weak hidden void @enzyme_rs_steps_move(ptr noundef %to, ptr noundef %from, i64 noundef %bytes) local_unnamed_addr {
entry:
  %call = tail call ptr @memcpy(ptr noundef %to, ptr noundef %from, i64 noundef %bytes)
  ret void
}

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr

define weak hidden void @enzyme_rs_steps_store(ptr noundef %r, i64 noundef %slot) local_unnamed_addr {
entry:
  %count = getelementptr inbounds nuw i8, ptr %r, i64 48
  %0 = load i64, ptr %count, align 8
  %cmp17.not = icmp eq i64 %0, 0
  br i1 %cmp17.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %entry
  %states = getelementptr inbounds nuw i8, ptr %r, i64 64
  %1 = load ptr, ptr %states, align 8
  %bytes = getelementptr inbounds nuw i8, ptr %r, i64 40
  %2 = load i64, ptr %bytes, align 8
  %mul = mul i64 %2, %slot
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %mul
  %pieces = getelementptr inbounds nuw i8, ptr %r, i64 56
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %k.019 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %to.018 = phi ptr [ %add.ptr, %for.body.lr.ph ], [ %add.ptr7, %for.body ]
  %3 = load ptr, ptr %pieces, align 8
  %arrayidx = getelementptr inbounds nuw %struct.piece, ptr %3, i64 %k.019
  %4 = load ptr, ptr %arrayidx, align 8
  %bytes3 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %5 = load i64, ptr %bytes3, align 8
  tail call void @enzyme_rs_steps_move(ptr noundef %to.018, ptr noundef %4, i64 noundef %5)
  %6 = load ptr, ptr %pieces, align 8
  %inc = add nuw i64 %k.019, 1
  %arrayidx5 = getelementptr inbounds nuw %struct.piece, ptr %6, i64 %k.019
  %bytes6 = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 8
  %7 = load i64, ptr %bytes6, align 8
  %add.ptr7 = getelementptr inbounds nuw i8, ptr %to.018, i64 %7
  %8 = load i64, ptr %count, align 8
  %cmp = icmp ult i64 %inc, %8
  br i1 %cmp, label %for.body, label %for.cond.cleanup
}

define weak hidden void @enzyme_rs_steps_restore(ptr noundef %r, i64 noundef %slot) local_unnamed_addr {
entry:
  %count = getelementptr inbounds nuw i8, ptr %r, i64 48
  %0 = load i64, ptr %count, align 8
  %cmp17.not = icmp eq i64 %0, 0
  br i1 %cmp17.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %entry
  %states = getelementptr inbounds nuw i8, ptr %r, i64 64
  %1 = load ptr, ptr %states, align 8
  %bytes = getelementptr inbounds nuw i8, ptr %r, i64 40
  %2 = load i64, ptr %bytes, align 8
  %mul = mul i64 %2, %slot
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %mul
  %pieces = getelementptr inbounds nuw i8, ptr %r, i64 56
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %k.019 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %from.018 = phi ptr [ %add.ptr, %for.body.lr.ph ], [ %add.ptr7, %for.body ]
  %3 = load ptr, ptr %pieces, align 8
  %arrayidx = getelementptr inbounds nuw %struct.piece, ptr %3, i64 %k.019
  %4 = load ptr, ptr %arrayidx, align 8
  %bytes3 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %5 = load i64, ptr %bytes3, align 8
  tail call void @enzyme_rs_steps_move(ptr noundef %4, ptr noundef %from.018, i64 noundef %5)
  %6 = load ptr, ptr %pieces, align 8
  %inc = add nuw i64 %k.019, 1
  %arrayidx5 = getelementptr inbounds nuw %struct.piece, ptr %6, i64 %k.019
  %bytes6 = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 8
  %7 = load i64, ptr %bytes6, align 8
  %add.ptr7 = getelementptr inbounds nuw i8, ptr %from.018, i64 %7
  %8 = load i64, ptr %count, align 8
  %cmp = icmp ult i64 %inc, %8
  br i1 %cmp, label %for.body, label %for.cond.cleanup
}

define weak hidden i64 @enzyme_rs_steps_check(ptr noundef %r) local_unnamed_addr {
entry:
  %part = alloca [4096 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %part)
  %count = getelementptr inbounds nuw i8, ptr %r, i64 48
  %0 = load i64, ptr %count, align 8
  %cmp51.not = icmp eq i64 %0, 0
  br i1 %cmp51.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %entry
  %pieces = getelementptr inbounds nuw i8, ptr %r, i64 56
  br label %for.body

for.cond.cleanup.loopexit:                        ; preds = %for.cond.cleanup4
  %1 = or i64 %hash.1.lcssa, 1
  br label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond.cleanup.loopexit, %entry
  %hash.0.lcssa = phi i64 [ -3750763034362895579, %entry ], [ %1, %for.cond.cleanup.loopexit ]
  call void @llvm.lifetime.end.p0(ptr nonnull %part)
  ret i64 %hash.0.lcssa

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup4
  %hash.053 = phi i64 [ -3750763034362895579, %for.body.lr.ph ], [ %hash.1.lcssa, %for.cond.cleanup4 ]
  %k.052 = phi i64 [ 0, %for.body.lr.ph ], [ %inc22, %for.cond.cleanup4 ]
  %2 = load ptr, ptr %pieces, align 8
  %arrayidx = getelementptr inbounds nuw %struct.piece, ptr %2, i64 %k.052
  %bytes1 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %3 = load i64, ptr %bytes1, align 8
  %cmp347.not = icmp eq i64 %3, 0
  br i1 %cmp347.not, label %for.cond.cleanup4, label %for.body5

for.cond.cleanup4:                                ; preds = %for.cond.cleanup14, %for.body
  %hash.1.lcssa = phi i64 [ %hash.053, %for.body ], [ %hash.2.lcssa, %for.cond.cleanup14 ]
  %inc22 = add nuw i64 %k.052, 1
  %4 = load i64, ptr %count, align 8
  %cmp = icmp ult i64 %inc22, %4
  br i1 %cmp, label %for.body, label %for.cond.cleanup.loopexit

for.body5:                                        ; preds = %for.body, %for.cond.cleanup14
  %from.049 = phi i64 [ %add, %for.cond.cleanup14 ], [ 0, %for.body ]
  %hash.148 = phi i64 [ %hash.2.lcssa, %for.cond.cleanup14 ], [ %hash.053, %for.body ]
  %sub = sub nuw i64 %3, %from.049
  %cond = call i64 @llvm.umin.i64(i64 %sub, i64 32768)
  %sub8 = add nsw i64 %cond, -1
  %div43 = lshr i64 %sub8, 3
  %arrayidx9 = getelementptr inbounds nuw i64, ptr %part, i64 %div43
  store i64 0, ptr %arrayidx9, align 8
  %5 = load ptr, ptr %pieces, align 8
  %arrayidx11 = getelementptr inbounds nuw %struct.piece, ptr %5, i64 %k.052
  %6 = load ptr, ptr %arrayidx11, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %6, i64 %from.049
  call void @enzyme_rs_steps_move(ptr noundef nonnull %part, ptr noundef %add.ptr, i64 noundef %cond)
  %cmp1344.not = icmp eq i64 %3, %from.049
  br i1 %cmp1344.not, label %for.cond.cleanup14, label %for.body15.preheader

for.body15.preheader:                             ; preds = %for.body5
  %umax = call i64 @llvm.umax.i64(i64 %cond, i64 8)
  %7 = add nsw i64 %umax, -1
  %8 = lshr i64 %7, 3
  br label %for.body15

for.cond.cleanup14:                               ; preds = %for.body15, %for.body5
  %hash.2.lcssa = phi i64 [ %hash.148, %for.body5 ], [ %xor18, %for.body15 ]
  %add = add i64 %cond, %from.049
  %cmp3 = icmp ult i64 %add, %3
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.body15:                                       ; preds = %for.body15.preheader, %for.body15
  %i.046 = phi i64 [ %inc, %for.body15 ], [ 0, %for.body15.preheader ]
  %hash.245 = phi i64 [ %xor18, %for.body15 ], [ %hash.148, %for.body15.preheader ]
  %arrayidx16 = getelementptr inbounds nuw i64, ptr %part, i64 %i.046
  %9 = load i64, ptr %arrayidx16, align 8
  %xor = xor i64 %9, %hash.245
  %mul17 = mul i64 %xor, 1099511628211
  %shr = lshr i64 %mul17, 29
  %xor18 = xor i64 %shr, %mul17
  %inc = add nuw nsw i64 %i.046, 1
  %exitcond.not = icmp eq i64 %i.046, %8
  br i1 %exitcond.not, label %for.cond.cleanup14, label %for.body15
}

define weak hidden void @enzyme_rs_steps_keep(ptr noundef %r, i64 noundef %step) local_unnamed_addr {
entry:
  %at = getelementptr inbounds nuw i8, ptr %r, i64 24
  %0 = load ptr, ptr %at, align 8
  %held = getelementptr inbounds nuw i8, ptr %r, i64 16
  %1 = load i64, ptr %held, align 8
  %arrayidx = getelementptr inbounds nuw i64, ptr %0, i64 %1
  store i64 %step, ptr %arrayidx, align 8
  %forward = getelementptr inbounds nuw i8, ptr %r, i64 88
  %2 = load i32, ptr %forward, align 8
  %tobool.not = icmp eq i32 %2, 0
  br i1 %tobool.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %entry
  %call = tail call i64 @enzyme_rs_steps_check(ptr noundef %r)
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i64 [ %call, %cond.true ], [ 0, %entry ]
  %checks = getelementptr inbounds nuw i8, ptr %r, i64 32
  %3 = load ptr, ptr %checks, align 8
  %4 = load i64, ptr %held, align 8
  %arrayidx2 = getelementptr inbounds nuw i64, ptr %3, i64 %4
  store i64 %cond, ptr %arrayidx2, align 8
  %5 = load i64, ptr %held, align 8
  %inc = add i64 %5, 1
  store i64 %inc, ptr %held, align 8
  tail call void @enzyme_rs_steps_store(ptr noundef %r, i64 noundef %5)
  ret void
}

define weak hidden i64 @enzyme_rs_steps_distance(i64 noundef %steps, i64 noundef %s) local_unnamed_addr {
entry:
  %cmp58 = icmp ugt i64 %steps, 1
  br i1 %cmp58, label %while.body, label %while.end

while.body:                                       ; preds = %entry, %while.body
  %r.060 = phi i64 [ %inc, %while.body ], [ 0, %entry ]
  %reach.059 = phi i64 [ %div, %while.body ], [ 1, %entry ]
  %inc = add i64 %r.060, 1
  %add = add i64 %inc, %s
  %mul = mul i64 %add, %reach.059
  %div = udiv i64 %mul, %inc
  %cmp = icmp ult i64 %div, %steps
  br i1 %cmp, label %while.body, label %while.end

while.end:                                        ; preds = %while.body, %entry
  %b1.0.lcssa = phi i64 [ 1, %entry ], [ %reach.059, %while.body ]
  %reach.0.lcssa = phi i64 [ 1, %entry ], [ %div, %while.body ]
  %r.0.lcssa = phi i64 [ 0, %entry ], [ %inc, %while.body ]
  %cmp1 = icmp eq i64 %r.0.lcssa, 1
  br i1 %cmp1, label %cleanup29, label %if.end

if.end:                                           ; preds = %while.end
  %mul2 = mul i64 %b1.0.lcssa, %s
  %add3 = add i64 %r.0.lcssa, %s
  %sub = add i64 %add3, -1
  %div4 = udiv i64 %mul2, %sub
  %sub5 = add i64 %s, -1
  %mul6 = mul i64 %div4, %sub5
  %sub8 = add i64 %add3, -2
  %div9 = udiv i64 %mul6, %sub8
  %cmp10 = icmp ult i64 %s, 3
  br i1 %cmp10, label %cond.end, label %cond.false

cond.false:                                       ; preds = %if.end
  %sub11 = add i64 %s, -2
  %mul12 = mul i64 %div9, %sub11
  %div13 = udiv i64 %mul12, %r.0.lcssa
  br label %cond.end

cond.end:                                         ; preds = %if.end, %cond.false
  %cond = phi i64 [ %div13, %cond.false ], [ 0, %if.end ]
  %add14 = add i64 %div9, %b1.0.lcssa
  %cmp15.not = icmp ugt i64 %steps, %add14
  br i1 %cmp15.not, label %if.end20, label %if.then16

if.then16:                                        ; preds = %cond.end
  %sub17 = add i64 %r.0.lcssa, -1
  %mul18 = mul i64 %div4, %sub17
  %div19 = udiv i64 %mul18, %s
  br label %cleanup29

if.end20:                                         ; preds = %cond.end
  %sub21 = sub i64 %reach.0.lcssa, %cond
  %cmp22.not = icmp ult i64 %steps, %sub21
  br i1 %cmp22.not, label %if.end24, label %cleanup29

if.end24:                                         ; preds = %if.end20
  %0 = add i64 %div4, %div9
  %sub26 = sub i64 %steps, %0
  br label %cleanup29

cleanup29:                                        ; preds = %if.then16, %if.end24, %if.end20, %while.end
  %retval.1 = phi i64 [ 1, %while.end ], [ %div19, %if.then16 ], [ %sub26, %if.end24 ], [ %b1.0.lcssa, %if.end20 ]
  ret i64 %retval.1
}

define weak hidden void @enzyme_rs_steps_advance(ptr noundef %r, i64 noundef %from, i64 noundef %to, ptr noundef %body, ptr noundef %context) local_unnamed_addr {
entry:
  %cmp25 = icmp ult i64 %from, %to
  br i1 %cmp25, label %while.body.lr.ph, label %while.end

while.body.lr.ph:                                 ; preds = %entry
  %slots1 = getelementptr inbounds nuw i8, ptr %r, i64 8
  %held = getelementptr inbounds nuw i8, ptr %r, i64 16
  %add3 = add i64 %to, 1
  br label %while.body

while.body:                                       ; preds = %while.body.lr.ph, %if.end9
  %from.addr.026 = phi i64 [ %from, %while.body.lr.ph ], [ %from.addr.1.lcssa, %if.end9 ]
  %0 = load i64, ptr %slots1, align 8
  %1 = load i64, ptr %held, align 8
  %sub = sub i64 %0, %1
  %add = add i64 %sub, 1
  %cmp2 = icmp ugt i64 %add, 1
  br i1 %cmp2, label %if.then, label %if.end

if.then:                                          ; preds = %while.body
  %sub4 = sub i64 %add3, %from.addr.026
  %call = tail call i64 @enzyme_rs_steps_distance(i64 noundef %sub4, i64 noundef %add)
  %add5 = add i64 %call, %from.addr.026
  br label %if.end

if.end:                                           ; preds = %if.then, %while.body
  %next.0 = phi i64 [ %add5, %if.then ], [ %to, %while.body ]
  %cmp623 = icmp ult i64 %from.addr.026, %next.0
  br i1 %cmp623, label %for.body, label %for.end

for.body:                                         ; preds = %if.end, %for.body
  %from.addr.124 = phi i64 [ %inc, %for.body ], [ %from.addr.026, %if.end ]
  tail call void %body(i64 noundef %from.addr.124, ptr noundef %context)
  %inc = add nuw i64 %from.addr.124, 1
  %exitcond.not = icmp eq i64 %inc, %next.0
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:                                          ; preds = %for.body, %if.end
  %from.addr.1.lcssa = phi i64 [ %from.addr.026, %if.end ], [ %next.0, %for.body ]
  %cmp7 = icmp ult i64 %from.addr.1.lcssa, %to
  br i1 %cmp7, label %if.then8, label %if.end9

if.then8:                                         ; preds = %for.end
  tail call void @enzyme_rs_steps_keep(ptr noundef %r, i64 noundef %from.addr.1.lcssa)
  br label %if.end9

if.end9:                                          ; preds = %if.then8, %for.end
  %cmp = icmp ult i64 %from.addr.1.lcssa, %to
  br i1 %cmp, label %while.body, label %while.end

while.end:                                        ; preds = %if.end9, %entry
  ret void
}

define weak hidden ptr @enzyme_rs_steps_forward(i64 noundef %steps, i64 noundef %slots, ptr noundef %pieces, i64 noundef %count, ptr noundef %body, ptr noundef %context) local_unnamed_addr {
entry:
  %cmp = icmp slt i64 %steps, 1
  br i1 %cmp, label %return, label %if.end

if.end:                                           ; preds = %entry
  %cmp1 = icmp ugt i64 %steps, 2147483647
  br i1 %cmp1, label %if.then2, label %if.end3

if.then2:                                         ; preds = %if.end
  tail call void @enzyme_rs_steps_fail(ptr noundef nonnull @.str.1, i64 noundef %steps, i64 noundef 2147483647)
  br label %if.end3

if.end3:                                          ; preds = %if.then2, %if.end
  %call = tail call ptr @malloc(i64 noundef 104)
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.then4, label %if.end5

if.then4:                                         ; preds = %if.end3
  tail call void @enzyme_rs_steps_fail(ptr noundef nonnull @.str.2, i64 noundef %steps, i64 noundef 0)
  br label %if.end5

if.end5:                                          ; preds = %if.then4, %if.end3
  store i64 %steps, ptr %call, align 8
  %cmp7 = icmp slt i64 %slots, 1
  %cond = tail call i64 @llvm.smin.i64(i64 %slots, i64 %steps)
  %cond12 = select i1 %cmp7, i64 1, i64 %cond
  %slots13 = getelementptr inbounds nuw i8, ptr %call, i64 8
  store i64 %cond12, ptr %slots13, align 8
  %count14 = getelementptr inbounds nuw i8, ptr %call, i64 48
  store i64 %count, ptr %count14, align 8
  %bytes = getelementptr inbounds nuw i8, ptr %call, i64 40
  store i64 0, ptr %bytes, align 8
  %cmp1589.not = icmp eq i64 %count, 0
  br i1 %cmp1589.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %if.end5
  %bytes.promoted = load i64, ptr %bytes, align 8
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %if.end5
  %call18 = tail call ptr @enzyme_rs_steps_memory(ptr noundef nonnull %call, i64 noundef %count, i64 noundef 16)
  %pieces19 = getelementptr inbounds nuw i8, ptr %call, i64 56
  store ptr %call18, ptr %pieces19, align 8
  %mul = shl i64 %count, 4
  %call21 = tail call ptr @memcpy(ptr noundef %call18, ptr noundef %pieces, i64 noundef %mul)
  %0 = load i64, ptr %slots13, align 8
  %call23 = tail call ptr @enzyme_rs_steps_memory(ptr noundef nonnull %call, i64 noundef %0, i64 noundef 8)
  %at = getelementptr inbounds nuw i8, ptr %call, i64 24
  store ptr %call23, ptr %at, align 8
  %1 = load i64, ptr %slots13, align 8
  %call25 = tail call ptr @enzyme_rs_steps_memory(ptr noundef nonnull %call, i64 noundef %1, i64 noundef 8)
  %checks = getelementptr inbounds nuw i8, ptr %call, i64 32
  store ptr %call25, ptr %checks, align 8
  %2 = load i64, ptr %slots13, align 8
  %add27 = add i64 %2, 3
  %3 = load i64, ptr %bytes, align 8
  %call29 = tail call ptr @enzyme_rs_steps_memory(ptr noundef nonnull %call, i64 noundef %add27, i64 noundef %3)
  %states = getelementptr inbounds nuw i8, ptr %call, i64 64
  store ptr %call29, ptr %states, align 8
  %links = getelementptr inbounds nuw i8, ptr %call, i64 96
  store ptr null, ptr %links, align 8
  %held = getelementptr inbounds nuw i8, ptr %call, i64 16
  store i64 0, ptr %held, align 8
  %apart = getelementptr inbounds nuw i8, ptr %call, i64 92
  store i32 0, ptr %apart, align 4
  %forward = getelementptr inbounds nuw i8, ptr %call, i64 88
  store i32 1, ptr %forward, align 8
  tail call void @enzyme_rs_steps_keep(ptr noundef nonnull %call, i64 noundef 0)
  %4 = load i64, ptr %call, align 8
  %sub = add i64 %4, -1
  tail call void @enzyme_rs_steps_advance(ptr noundef nonnull %call, i64 noundef 0, i64 noundef %sub, ptr noundef %body, ptr noundef %context)
  %5 = load i64, ptr %slots13, align 8
  tail call void @enzyme_rs_steps_store(ptr noundef nonnull %call, i64 noundef %5)
  %call32 = tail call i64 @enzyme_rs_steps_check(ptr noundef nonnull %call)
  %ends = getelementptr inbounds nuw i8, ptr %call, i64 72
  store i64 %call32, ptr %ends, align 8
  %sub34 = add nsw i64 %steps, -1
  tail call void %body(i64 noundef %sub34, ptr noundef %context)
  %call35 = tail call i64 @enzyme_rs_steps_check(ptr noundef nonnull %call)
  %arrayidx37 = getelementptr inbounds nuw i8, ptr %call, i64 80
  store i64 %call35, ptr %arrayidx37, align 8
  store i32 0, ptr %forward, align 8
  br label %return

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %add91 = phi i64 [ %bytes.promoted, %for.body.lr.ph ], [ %add, %for.body ]
  %k.090 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw %struct.piece, ptr %pieces, i64 %k.090
  %bytes16 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %6 = load i64, ptr %bytes16, align 8
  %add = add i64 %add91, %6
  store i64 %add, ptr %bytes, align 8
  %inc = add nuw i64 %k.090, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

return:                                           ; preds = %entry, %for.cond.cleanup
  %retval.0 = phi ptr [ %call, %for.cond.cleanup ], [ null, %entry ]
  ret ptr %retval.0
}

define weak hidden void @enzyme_rs_steps_link(ptr noundef %r, ptr noundef %place) local_unnamed_addr {
entry:
  %tobool.not = icmp eq ptr %r, null
  br i1 %tobool.not, label %return, label %if.end

if.end:                                           ; preds = %entry
  %call = tail call ptr @enzyme_rs_steps_memory(ptr noundef nonnull %r, i64 noundef 1, i64 noundef 24)
  store ptr %place, ptr %call, align 8
  %0 = load ptr, ptr %place, align 8
  %to = getelementptr inbounds nuw i8, ptr %call, i64 8
  store ptr %0, ptr %to, align 8
  %links = getelementptr inbounds nuw i8, ptr %r, i64 96
  %1 = load ptr, ptr %links, align 8
  %next = getelementptr inbounds nuw i8, ptr %call, i64 16
  store ptr %1, ptr %next, align 8
  store ptr %call, ptr %links, align 8
  br label %return

return:                                           ; preds = %entry, %if.end
  ret void
}

define weak hidden void @enzyme_rs_steps_apart(ptr noundef %r) local_unnamed_addr {
entry:
  %tobool.not = icmp eq ptr %r, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %apart = getelementptr inbounds nuw i8, ptr %r, i64 92
  store i32 1, ptr %apart, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret void
}

define weak hidden void @enzyme_rs_steps_exchange(ptr noundef %r) local_unnamed_addr {
entry:
  %links = getelementptr inbounds nuw i8, ptr %r, i64 96
  %link.08 = load ptr, ptr %links, align 8
  %tobool.not9 = icmp eq ptr %link.08, null
  br i1 %tobool.not9, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %entry, %for.body
  %link.010 = phi ptr [ %link.0, %for.body ], [ %link.08, %entry ]
  %0 = load ptr, ptr %link.010, align 8
  %1 = load ptr, ptr %0, align 8
  %to = getelementptr inbounds nuw i8, ptr %link.010, i64 8
  %2 = load ptr, ptr %to, align 8
  store ptr %2, ptr %0, align 8
  store ptr %1, ptr %to, align 8
  %next = getelementptr inbounds nuw i8, ptr %link.010, i64 16
  %link.0 = load ptr, ptr %next, align 8
  %tobool.not = icmp eq ptr %link.0, null
  br i1 %tobool.not, label %for.cond.cleanup, label %for.body
}

define weak hidden void @enzyme_rs_steps_compare(ptr noundef %r, i64 noundef %step, i64 noundef %want) local_unnamed_addr {
entry:
  %tobool.not = icmp eq i64 %want, 0
  br i1 %tobool.not, label %if.end, label %land.lhs.true

land.lhs.true:                                    ; preds = %entry
  %call = tail call i64 @enzyme_rs_steps_check(ptr noundef %r)
  %cmp.not = icmp eq i64 %call, %want
  br i1 %cmp.not, label %if.end, label %if.then

if.then:                                          ; preds = %land.lhs.true
  %add = add i64 %step, 1
  %bytes = getelementptr inbounds nuw i8, ptr %r, i64 40
  %0 = load i64, ptr %bytes, align 8
  tail call void @enzyme_rs_steps_fail(ptr noundef nonnull @.str.3, i64 noundef %add, i64 noundef %0)
  br label %if.end

if.end:                                           ; preds = %if.then, %land.lhs.true, %entry
  ret void
}

define weak hidden void @enzyme_rs_steps_reverse(ptr noundef %r, ptr noundef %body, ptr noundef %reverse, ptr noundef %context, ptr noundef %shadow) local_unnamed_addr {
entry:
  %tobool.not = icmp eq ptr %r, null
  br i1 %tobool.not, label %return, label %if.end

if.end:                                           ; preds = %entry
  %slots = getelementptr inbounds nuw i8, ptr %r, i64 8
  %0 = load i64, ptr %slots, align 8
  %add = add i64 %0, 1
  tail call void @enzyme_rs_steps_store(ptr noundef %r, i64 noundef %add)
  tail call void @enzyme_rs_steps_exchange(ptr noundef %r)
  %1 = load i64, ptr %slots, align 8
  tail call void @enzyme_rs_steps_restore(ptr noundef %r, i64 noundef %1)
  %ends = getelementptr inbounds nuw i8, ptr %r, i64 72
  %2 = load i64, ptr %r, align 8
  %cmp.not99 = icmp eq i64 %2, 0
  br i1 %cmp.not99, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %if.end
  %arrayidx = getelementptr inbounds nuw i8, ptr %r, i64 80
  %3 = load i64, ptr %arrayidx, align 8
  %held = getelementptr inbounds nuw i8, ptr %r, i64 16
  %at = getelementptr inbounds nuw i8, ptr %r, i64 24
  %apart = getelementptr inbounds nuw i8, ptr %r, i64 92
  %at27 = getelementptr inbounds nuw i8, ptr %r, i64 24
  %held28 = getelementptr inbounds nuw i8, ptr %r, i64 16
  %checks = getelementptr inbounds nuw i8, ptr %r, i64 32
  br label %for.body

for.cond.cleanup:                                 ; preds = %if.end36, %if.end
  tail call void @enzyme_rs_steps_exchange(ptr noundef nonnull %r)
  %4 = load i64, ptr %slots, align 8
  %add38 = add i64 %4, 1
  tail call void @enzyme_rs_steps_restore(ptr noundef nonnull %r, i64 noundef %add38)
  %links = getelementptr inbounds nuw i8, ptr %r, i64 96
  %5 = load ptr, ptr %links, align 8
  %tobool39.not103 = icmp eq ptr %5, null
  br i1 %tobool39.not103, label %while.end, label %while.body

for.body:                                         ; preds = %for.body.lr.ph, %if.end36
  %want.0101 = phi i64 [ %3, %for.body.lr.ph ], [ %want.1, %if.end36 ]
  %left.0100 = phi i64 [ %2, %for.body.lr.ph ], [ %dec102, %if.end36 ]
  %dec102 = add i64 %left.0100, -1
  %6 = load i64, ptr %r, align 8
  %cmp4 = icmp ult i64 %left.0100, %6
  br i1 %cmp4, label %if.then5, label %if.end9

if.then5:                                         ; preds = %for.body
  %7 = load i64, ptr %held, align 8
  %sub = add i64 %7, -1
  tail call void @enzyme_rs_steps_restore(ptr noundef nonnull %r, i64 noundef %sub)
  %8 = load ptr, ptr %at, align 8
  %9 = load i64, ptr %held, align 8
  %10 = getelementptr i64, ptr %8, i64 %9
  %arrayidx8 = getelementptr i8, ptr %10, i64 -8
  %11 = load i64, ptr %arrayidx8, align 8
  tail call void @enzyme_rs_steps_advance(ptr noundef nonnull %r, i64 noundef %11, i64 noundef %dec102, ptr noundef %body, ptr noundef %context)
  br label %if.end9

if.end9:                                          ; preds = %if.then5, %for.body
  %12 = load i32, ptr %apart, align 4
  %tobool10 = icmp ne i32 %12, 0
  %tobool11 = icmp ne i64 %want.0101, 0
  %or.cond = select i1 %tobool10, i1 %tobool11, i1 false
  br i1 %or.cond, label %if.then12, label %if.end17

if.then12:                                        ; preds = %if.end9
  %13 = load i64, ptr %slots, align 8
  %add14 = add i64 %13, 2
  tail call void @enzyme_rs_steps_store(ptr noundef nonnull %r, i64 noundef %add14)
  tail call void %body(i64 noundef %dec102, ptr noundef %context)
  tail call void @enzyme_rs_steps_compare(ptr noundef nonnull %r, i64 noundef %dec102, i64 noundef %want.0101)
  %14 = load i64, ptr %slots, align 8
  %add16 = add i64 %14, 2
  tail call void @enzyme_rs_steps_restore(ptr noundef nonnull %r, i64 noundef %add16)
  br label %if.end17

if.end17:                                         ; preds = %if.then12, %if.end9
  tail call void %reverse(i64 noundef %dec102, ptr noundef %context, ptr noundef %shadow)
  %15 = load i32, ptr %apart, align 4
  %tobool19.not = icmp eq i32 %15, 0
  br i1 %tobool19.not, label %if.then20, label %if.end21

if.then20:                                        ; preds = %if.end17
  tail call void @enzyme_rs_steps_compare(ptr noundef nonnull %r, i64 noundef %dec102, i64 noundef %want.0101)
  br label %if.end21

if.end21:                                         ; preds = %if.then20, %if.end17
  %16 = load i64, ptr %r, align 8
  %cmp24 = icmp eq i64 %left.0100, %16
  br i1 %cmp24, label %cond.true, label %cond.end

cond.true:                                        ; preds = %if.end21
  %17 = load i64, ptr %ends, align 8
  br label %cond.end

cond.end:                                         ; preds = %if.end21, %cond.true
  %cond = phi i64 [ %17, %cond.true ], [ 0, %if.end21 ]
  %18 = load ptr, ptr %at27, align 8
  %19 = load i64, ptr %held28, align 8
  %20 = getelementptr i64, ptr %18, i64 %19
  %arrayidx30 = getelementptr i8, ptr %20, i64 -8
  %21 = load i64, ptr %arrayidx30, align 8
  %cmp31 = icmp eq i64 %21, %dec102
  br i1 %cmp31, label %if.then32, label %if.end36

if.then32:                                        ; preds = %cond.end
  %22 = load ptr, ptr %checks, align 8
  %dec34 = add i64 %19, -1
  store i64 %dec34, ptr %held28, align 8
  %arrayidx35 = getelementptr inbounds nuw i64, ptr %22, i64 %dec34
  %23 = load i64, ptr %arrayidx35, align 8
  br label %if.end36

if.end36:                                         ; preds = %if.then32, %cond.end
  %want.1 = phi i64 [ %23, %if.then32 ], [ %cond, %cond.end ]
  %cmp.not = icmp eq i64 %dec102, 0
  br i1 %cmp.not, label %for.cond.cleanup, label %for.body

while.body:                                       ; preds = %for.cond.cleanup, %while.body
  %24 = phi ptr [ %25, %while.body ], [ %5, %for.cond.cleanup ]
  %next41 = getelementptr inbounds nuw i8, ptr %24, i64 16
  %25 = load ptr, ptr %next41, align 8
  tail call void @free(ptr noundef nonnull %24)
  store ptr %25, ptr %links, align 8
  %tobool39.not = icmp eq ptr %25, null
  br i1 %tobool39.not, label %while.end, label %while.body

while.end:                                        ; preds = %while.body, %for.cond.cleanup
  %states = getelementptr inbounds nuw i8, ptr %r, i64 64
  %26 = load ptr, ptr %states, align 8
  tail call void @free(ptr noundef %26)
  %at44 = getelementptr inbounds nuw i8, ptr %r, i64 24
  %27 = load ptr, ptr %at44, align 8
  tail call void @free(ptr noundef %27)
  %checks45 = getelementptr inbounds nuw i8, ptr %r, i64 32
  %28 = load ptr, ptr %checks45, align 8
  tail call void @free(ptr noundef %28)
  %pieces = getelementptr inbounds nuw i8, ptr %r, i64 56
  %29 = load ptr, ptr %pieces, align 8
  tail call void @free(ptr noundef %29)
  tail call void @free(ptr noundef nonnull %r)
  br label %return

return:                                           ; preds = %entry, %while.end
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr

declare i64 @llvm.umax.i64(i64, i64)

declare i64 @llvm.umin.i64(i64, i64)

declare i64 @llvm.smin.i64(i64, i64)


