; target[i] += source[i]; source[i] = 0, over n numbers: the adjoint of a copy source -> target is
; this on the shadows, from target's to source's. TYPE and SUFFIX
; are replaced for each kind of number. The two may overlap, as in memmove: then the order matters.
define weak_odr hidden void @enzyme_rs_move_SUFFIX(ptr %target, ptr %source, i64 %n) nounwind {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %look
look:
  %end = getelementptr TYPE, ptr %source, i64 %n
  %above = icmp ugt ptr %target, %source
  %inside = icmp ult ptr %target, %end
  %overlap = and i1 %above, %inside
  br i1 %overlap, label %down, label %loop
loop:
  %i = phi i64 [ 0, %look ], [ %i.next, %loop ]
  %s.at = getelementptr inbounds TYPE, ptr %source, i64 %i
  %t.at = getelementptr inbounds TYPE, ptr %target, i64 %i
  %s = load TYPE, ptr %s.at, align 1
  store TYPE zeroinitializer, ptr %s.at, align 1
  %t = load TYPE, ptr %t.at, align 1
  %sum = fadd nsz TYPE %t, %s
  store TYPE %sum, ptr %t.at, align 1
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %done
down:
  %d.left = phi i64 [ %n, %look ], [ %d.i, %down ]
  %d.i = add i64 %d.left, -1
  %d.s.at = getelementptr inbounds TYPE, ptr %source, i64 %d.i
  %d.t.at = getelementptr inbounds TYPE, ptr %target, i64 %d.i
  %d.s = load TYPE, ptr %d.s.at, align 1
  store TYPE zeroinitializer, ptr %d.s.at, align 1
  %d.t = load TYPE, ptr %d.t.at, align 1
  %d.sum = fadd nsz TYPE %d.t, %d.s
  store TYPE %d.sum, ptr %d.t.at, align 1
  %d.more = icmp ne i64 %d.i, 0
  br i1 %d.more, label %down, label %done
done:
  ret void
}

; The same for numbers that lie some bytes apart, as in an array of structures.
define weak_odr hidden void @enzyme_rs_move_strided_SUFFIX(ptr %target, ptr %source, i64 %n, i64 %stride) nounwind {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %look
look:
  %bytes = mul i64 %n, %stride
  %end = getelementptr i8, ptr %source, i64 %bytes
  %above = icmp ugt ptr %target, %source
  %inside = icmp ult ptr %target, %end
  %overlap = and i1 %above, %inside
  br i1 %overlap, label %down, label %loop
loop:
  %i = phi i64 [ 0, %look ], [ %i.next, %loop ]
  %at = mul i64 %i, %stride
  %s.at = getelementptr inbounds i8, ptr %source, i64 %at
  %t.at = getelementptr inbounds i8, ptr %target, i64 %at
  %s = load TYPE, ptr %s.at, align 1
  store TYPE zeroinitializer, ptr %s.at, align 1
  %t = load TYPE, ptr %t.at, align 1
  %sum = fadd nsz TYPE %t, %s
  store TYPE %sum, ptr %t.at, align 1
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %done
down:
  %d.left = phi i64 [ %n, %look ], [ %d.i, %down ]
  %d.i = add i64 %d.left, -1
  %d.at = mul i64 %d.i, %stride
  %d.s.at = getelementptr inbounds i8, ptr %source, i64 %d.at
  %d.t.at = getelementptr inbounds i8, ptr %target, i64 %d.at
  %d.s = load TYPE, ptr %d.s.at, align 1
  store TYPE zeroinitializer, ptr %d.s.at, align 1
  %d.t = load TYPE, ptr %d.t.at, align 1
  %d.sum = fadd nsz TYPE %d.t, %d.s
  store TYPE %d.sum, ptr %d.t.at, align 1
  %d.more = icmp ne i64 %d.i, 0
  br i1 %d.more, label %down, label %done
done:
  ret void
}

; Mirrors the pointers of a copied array of structures on the shadows. The two may overlap here as well: what is read later
; must not be written before.
define weak_odr hidden void @enzyme_rs_copy_pointers_SUFFIX(ptr %target, ptr %source, i64 %n, i64 %stride) nounwind {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %look
look:
  %bytes = mul i64 %n, %stride
  %end = getelementptr i8, ptr %source, i64 %bytes
  %above = icmp ugt ptr %target, %source
  %inside = icmp ult ptr %target, %end
  %overlap = and i1 %above, %inside
  br i1 %overlap, label %down, label %loop
loop:
  %i = phi i64 [ 0, %look ], [ %i.next, %loop ]
  %at = mul i64 %i, %stride
  %s.at = getelementptr inbounds i8, ptr %source, i64 %at
  %t.at = getelementptr inbounds i8, ptr %target, i64 %at
  %s = load ptr, ptr %s.at, align 1
  store ptr %s, ptr %t.at, align 1
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %done
down:
  %d.left = phi i64 [ %n, %look ], [ %d.i, %down ]
  %d.i = add i64 %d.left, -1
  %d.at = mul i64 %d.i, %stride
  %d.s.at = getelementptr inbounds i8, ptr %source, i64 %d.at
  %d.t.at = getelementptr inbounds i8, ptr %target, i64 %d.at
  %d.s = load ptr, ptr %d.s.at, align 1
  store ptr %d.s, ptr %d.t.at, align 1
  %d.more = icmp ne i64 %d.i, 0
  br i1 %d.more, label %down, label %done
done:
  ret void
}

; Zeroes numbers that lie some bytes apart.
define weak_odr hidden void @enzyme_rs_clear_SUFFIX(ptr %target, i64 %n, i64 %stride) nounwind {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %at = mul i64 %i, %stride
  %t.at = getelementptr inbounds i8, ptr %target, i64 %at
  store TYPE zeroinitializer, ptr %t.at, align 1
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
