; target[i] += source[i]; source[i] = 0, over n numbers that lie `stride` bytes apart, where other threads add to the target at
; the same time: the adjoint of a copy, as in move.ll. TYPE, SUFFIX and BYTES are replaced for each kind of number. The two may overlap
; where no other thread is about: then the order matters.
define weak_odr hidden void @enzyme_rs_move_atomic_SUFFIX(ptr %target, ptr %source, i64 %n, i64 %stride) nounwind {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %look
look:
  %bytes = mul i64 %n, %stride
  %end = getelementptr i8, ptr %source, i64 %bytes
  %above = icmp ugt ptr %target, %source
  %inside = icmp ult ptr %target, %end
  %down = and i1 %above, %inside
  %last = add i64 %n, -1
  br label %loop
loop:
  %i = phi i64 [ 0, %look ], [ %i.next, %loop ]
  %from.end = sub i64 %last, %i
  %element = select i1 %down, i64 %from.end, i64 %i
  %at = mul i64 %element, %stride
  %s.at = getelementptr inbounds i8, ptr %source, i64 %at
  %t.at = getelementptr inbounds i8, ptr %target, i64 %at
  %s = load TYPE, ptr %s.at, align 1
  store TYPE zeroinitializer, ptr %s.at, align 1
  %old = atomicrmw fadd ptr %t.at, TYPE %s monotonic, align BYTES
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
