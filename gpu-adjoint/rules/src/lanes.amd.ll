; Made of lanes.cu by lanes.sh, for AMD's machines.
%struct.sum = type { ptr, double }

define weak_odr hidden noundef float @enzyme_rs_bpermute_f32(i32 noundef %0, float noundef %1) convergent nounwind memory(none) {
  %3 = and i32 %0, 252
  %4 = bitcast float %1 to i32
  %5 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %3, i32 %4)
  %6 = bitcast i32 %5 to float
  ret float %6
}

define weak_odr hidden double @enzyme_rs_bpermute_f64(i32 noundef %0, double noundef %1) convergent nounwind memory(none) {
  %3 = and i32 %0, 252
  %4 = bitcast double %1 to i64
  %5 = trunc i64 %4 to i32
  %6 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %3, i32 %5)
  %7 = lshr i64 %4, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %3, i32 %8)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = zext i32 %6 to i64
  %13 = or disjoint i64 %11, %12
  %14 = bitcast i64 %13 to double
  ret double %14
}

define weak_odr hidden float @enzyme_rs_bpermute_f32_adjoint(i32 noundef %0, float noundef %1) convergent nounwind memory(none) {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = lshr i32 %0, 2
  %5 = and i32 %4, 63
  %6 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %7 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %6)
  %8 = xor i32 %7, %5
  %9 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %10 = trunc nuw nsw i64 %9 to i32
  %11 = shl nuw nsw i32 %10, 2
  %12 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %11, i32 %8)
  %13 = icmp eq i32 %8, %12
  %14 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %13)
  %15 = and i64 %14, %3
  %16 = icmp eq i64 %15, %3
  br i1 %16, label %17, label %22

17:
  %18 = bitcast float %1 to i32
  %19 = shl nuw nsw i32 %5, 2
  %20 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %19, i32 %18)
  %21 = bitcast i32 %20 to float
  br label %74

22:
  %23 = sub i32 %5, %7
  %24 = icmp ne i32 %5, %7
  %25 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %24)
  %26 = and i64 %25, %3
  %27 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %26, i1 true)
  %28 = trunc nuw nsw i64 %27 to i32
  %29 = shl nuw nsw i32 %28, 2
  %30 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %29, i32 %23)
  %31 = icmp eq i32 %5, %7
  %32 = icmp eq i32 %23, %30
  %33 = or i1 %31, %32
  %34 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %33)
  %35 = and i64 %34, %3
  %36 = icmp eq i64 %35, %3
  br i1 %36, label %39, label %37

37:
  %38 = bitcast float %1 to i32
  br label %59

39:
  %40 = select contract i1 %31, float %1, float 0.000000e+00
  %41 = sub i32 %7, %30
  %42 = icmp ugt i32 %41, 63
  %43 = zext nneg i32 %41 to i64
  %44 = shl nuw i64 1, %43
  %45 = and i64 %44, %3
  %46 = icmp eq i64 %45, 0
  %47 = select i1 %42, i1 true, i1 %46
  %48 = select i1 %47, i32 %7, i32 %41
  %49 = bitcast float %1 to i32
  %50 = shl i32 %48, 2
  %51 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %50, i32 %49)
  %52 = bitcast i32 %51 to float
  %53 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %50, i32 %5)
  %54 = icmp ne i32 %48, %7
  %55 = icmp eq i32 %53, %7
  %56 = and i1 %54, %55
  %57 = fadd contract float %40, %52
  %58 = select contract i1 %56, float %57, float %40
  br label %74

59:
  %60 = phi float [ 0.000000e+00, %37 ], [ %70, %59 ]
  %61 = phi i64 [ %3, %37 ], [ %72, %59 ]
  %62 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %61, i1 true)
  %63 = trunc nuw nsw i64 %62 to i32
  %64 = shl nuw nsw i32 %63, 2
  %65 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %64, i32 %38)
  %66 = bitcast i32 %65 to float
  %67 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %64, i32 %5)
  %68 = icmp eq i32 %67, %7
  %69 = select contract i1 %68, float %66, float 0.000000e+00
  %70 = fadd contract float %60, %69
  %71 = add i64 %61, -1
  %72 = and i64 %71, %61
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %59

74:
  %75 = phi float [ %21, %17 ], [ %58, %39 ], [ %70, %59 ]
  ret float %75
}

define weak_odr hidden double @enzyme_rs_bpermute_f64_adjoint(i32 noundef %0, double noundef %1) convergent nounwind memory(none) {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = lshr i32 %0, 2
  %5 = and i32 %4, 63
  %6 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %7 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %6)
  %8 = xor i32 %7, %5
  %9 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %10 = trunc nuw nsw i64 %9 to i32
  %11 = shl nuw nsw i32 %10, 2
  %12 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %11, i32 %8)
  %13 = icmp eq i32 %8, %12
  %14 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %13)
  %15 = and i64 %14, %3
  %16 = icmp eq i64 %15, %3
  br i1 %16, label %17, label %30

17:
  %18 = bitcast double %1 to i64
  %19 = trunc i64 %18 to i32
  %20 = shl nuw nsw i32 %5, 2
  %21 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %20, i32 %19)
  %22 = lshr i64 %18, 32
  %23 = trunc nuw i64 %22 to i32
  %24 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %20, i32 %23)
  %25 = zext i32 %24 to i64
  %26 = shl nuw i64 %25, 32
  %27 = zext i32 %21 to i64
  %28 = or disjoint i64 %26, %27
  %29 = bitcast i64 %28 to double
  br label %98

30:
  %31 = sub i32 %5, %7
  %32 = icmp ne i32 %5, %7
  %33 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %32)
  %34 = and i64 %33, %3
  %35 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %34, i1 true)
  %36 = trunc nuw nsw i64 %35 to i32
  %37 = shl nuw nsw i32 %36, 2
  %38 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %37, i32 %31)
  %39 = icmp eq i32 %5, %7
  %40 = icmp eq i32 %31, %38
  %41 = or i1 %39, %40
  %42 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %41)
  %43 = and i64 %42, %3
  %44 = icmp eq i64 %43, %3
  br i1 %44, label %50, label %45

45:
  %46 = bitcast double %1 to i64
  %47 = trunc i64 %46 to i32
  %48 = lshr i64 %46, 32
  %49 = trunc nuw i64 %48 to i32
  br label %78

50:
  %51 = select contract i1 %39, double %1, double 0.000000e+00
  %52 = sub i32 %7, %38
  %53 = icmp ugt i32 %52, 63
  %54 = zext nneg i32 %52 to i64
  %55 = shl nuw i64 1, %54
  %56 = and i64 %55, %3
  %57 = icmp eq i64 %56, 0
  %58 = select i1 %53, i1 true, i1 %57
  %59 = select i1 %58, i32 %7, i32 %52
  %60 = bitcast double %1 to i64
  %61 = trunc i64 %60 to i32
  %62 = shl i32 %59, 2
  %63 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %62, i32 %61)
  %64 = lshr i64 %60, 32
  %65 = trunc nuw i64 %64 to i32
  %66 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %62, i32 %65)
  %67 = zext i32 %66 to i64
  %68 = shl nuw i64 %67, 32
  %69 = zext i32 %63 to i64
  %70 = or disjoint i64 %68, %69
  %71 = bitcast i64 %70 to double
  %72 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %62, i32 %5)
  %73 = icmp ne i32 %59, %7
  %74 = icmp eq i32 %72, %7
  %75 = and i1 %73, %74
  %76 = fadd contract double %51, %71
  %77 = select contract i1 %75, double %76, double %51
  br label %98

78:
  %79 = phi double [ 0.000000e+00, %45 ], [ %94, %78 ]
  %80 = phi i64 [ %3, %45 ], [ %96, %78 ]
  %81 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %80, i1 true)
  %82 = trunc nuw nsw i64 %81 to i32
  %83 = shl nuw nsw i32 %82, 2
  %84 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %83, i32 %47)
  %85 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %83, i32 %49)
  %86 = zext i32 %85 to i64
  %87 = shl nuw i64 %86, 32
  %88 = zext i32 %84 to i64
  %89 = or disjoint i64 %87, %88
  %90 = bitcast i64 %89 to double
  %91 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %83, i32 %5)
  %92 = icmp eq i32 %91, %7
  %93 = select contract i1 %92, double %90, double 0.000000e+00
  %94 = fadd contract double %79, %93
  %95 = add i64 %80, -1
  %96 = and i64 %95, %80
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %98, label %78

98:
  %99 = phi double [ %29, %17 ], [ %77, %50 ], [ %94, %78 ]
  ret double %99
}

define weak_odr hidden noundef float @enzyme_rs_first_lane_f32(float noundef %0) convergent nounwind memory(none) {
  %2 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %3 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %2, i1 true)
  %4 = trunc nuw nsw i64 %3 to i32
  %5 = bitcast float %0 to i32
  %6 = shl nuw nsw i32 %4, 2
  %7 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %6, i32 %5)
  %8 = bitcast i32 %7 to float
  ret float %8
}

define weak_odr hidden double @enzyme_rs_first_lane_f64(double noundef %0) convergent nounwind memory(none) {
  %2 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %3 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %2, i1 true)
  %4 = trunc nuw nsw i64 %3 to i32
  %5 = bitcast double %0 to i64
  %6 = trunc i64 %5 to i32
  %7 = shl nuw nsw i32 %4, 2
  %8 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %7, i32 %6)
  %9 = lshr i64 %5, 32
  %10 = trunc nuw i64 %9 to i32
  %11 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %7, i32 %10)
  %12 = zext i32 %11 to i64
  %13 = shl nuw i64 %12, 32
  %14 = zext i32 %8 to i64
  %15 = or disjoint i64 %13, %14
  %16 = bitcast i64 %15 to double
  ret double %16
}

define weak_odr hidden float @enzyme_rs_first_lane_f32_adjoint(float noundef %0) convergent nounwind memory(none) {
  %2 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %3 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %2, i1 true)
  %4 = trunc nuw nsw i64 %3 to i32
  %5 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %6 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %5)
  %7 = xor i32 %6, %4
  %8 = shl nuw nsw i32 %4, 2
  %9 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %8, i32 %7)
  %10 = icmp eq i32 %7, %9
  %11 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %10)
  %12 = and i64 %11, %2
  %13 = icmp eq i64 %12, %2
  br i1 %13, label %14, label %18

14:
  %15 = bitcast float %0 to i32
  %16 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %8, i32 %15)
  %17 = bitcast i32 %16 to float
  br label %70

18:
  %19 = sub i32 %4, %6
  %20 = icmp ne i32 %6, %4
  %21 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %20)
  %22 = and i64 %21, %2
  %23 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %22, i1 true)
  %24 = trunc nuw nsw i64 %23 to i32
  %25 = shl nuw nsw i32 %24, 2
  %26 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %25, i32 %19)
  %27 = icmp eq i32 %6, %4
  %28 = icmp eq i32 %19, %26
  %29 = or i1 %27, %28
  %30 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %29)
  %31 = and i64 %30, %2
  %32 = icmp eq i64 %31, %2
  br i1 %32, label %35, label %33

33:
  %34 = bitcast float %0 to i32
  br label %55

35:
  %36 = select contract i1 %27, float %0, float 0.000000e+00
  %37 = sub i32 %6, %26
  %38 = icmp ugt i32 %37, 63
  %39 = zext nneg i32 %37 to i64
  %40 = shl nuw i64 1, %39
  %41 = and i64 %40, %2
  %42 = icmp eq i64 %41, 0
  %43 = select i1 %38, i1 true, i1 %42
  %44 = select i1 %43, i32 %6, i32 %37
  %45 = bitcast float %0 to i32
  %46 = shl i32 %44, 2
  %47 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %46, i32 %45)
  %48 = bitcast i32 %47 to float
  %49 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %46, i32 %4)
  %50 = icmp ne i32 %44, %6
  %51 = icmp eq i32 %49, %6
  %52 = and i1 %50, %51
  %53 = fadd contract float %36, %48
  %54 = select contract i1 %52, float %53, float %36
  br label %70

55:
  %56 = phi float [ 0.000000e+00, %33 ], [ %66, %55 ]
  %57 = phi i64 [ %2, %33 ], [ %68, %55 ]
  %58 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %57, i1 true)
  %59 = trunc nuw nsw i64 %58 to i32
  %60 = shl nuw nsw i32 %59, 2
  %61 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %60, i32 %34)
  %62 = bitcast i32 %61 to float
  %63 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %60, i32 %4)
  %64 = icmp eq i32 %63, %6
  %65 = select contract i1 %64, float %62, float 0.000000e+00
  %66 = fadd contract float %56, %65
  %67 = add i64 %57, -1
  %68 = and i64 %67, %57
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %70, label %55

70:
  %71 = phi float [ %17, %14 ], [ %54, %35 ], [ %66, %55 ]
  ret float %71
}

define weak_odr hidden double @enzyme_rs_first_lane_f64_adjoint(double noundef %0) convergent nounwind memory(none) {
  %2 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %3 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %2, i1 true)
  %4 = trunc nuw nsw i64 %3 to i32
  %5 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %6 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %5)
  %7 = xor i32 %6, %4
  %8 = shl nuw nsw i32 %4, 2
  %9 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %8, i32 %7)
  %10 = icmp eq i32 %7, %9
  %11 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %10)
  %12 = and i64 %11, %2
  %13 = icmp eq i64 %12, %2
  br i1 %13, label %14, label %26

14:
  %15 = bitcast double %0 to i64
  %16 = trunc i64 %15 to i32
  %17 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %8, i32 %16)
  %18 = lshr i64 %15, 32
  %19 = trunc nuw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %8, i32 %19)
  %21 = zext i32 %20 to i64
  %22 = shl nuw i64 %21, 32
  %23 = zext i32 %17 to i64
  %24 = or disjoint i64 %22, %23
  %25 = bitcast i64 %24 to double
  br label %94

26:
  %27 = sub i32 %4, %6
  %28 = icmp ne i32 %6, %4
  %29 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %28)
  %30 = and i64 %29, %2
  %31 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %30, i1 true)
  %32 = trunc nuw nsw i64 %31 to i32
  %33 = shl nuw nsw i32 %32, 2
  %34 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %33, i32 %27)
  %35 = icmp eq i32 %6, %4
  %36 = icmp eq i32 %27, %34
  %37 = or i1 %35, %36
  %38 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %37)
  %39 = and i64 %38, %2
  %40 = icmp eq i64 %39, %2
  br i1 %40, label %46, label %41

41:
  %42 = bitcast double %0 to i64
  %43 = trunc i64 %42 to i32
  %44 = lshr i64 %42, 32
  %45 = trunc nuw i64 %44 to i32
  br label %74

46:
  %47 = select contract i1 %35, double %0, double 0.000000e+00
  %48 = sub i32 %6, %34
  %49 = icmp ugt i32 %48, 63
  %50 = zext nneg i32 %48 to i64
  %51 = shl nuw i64 1, %50
  %52 = and i64 %51, %2
  %53 = icmp eq i64 %52, 0
  %54 = select i1 %49, i1 true, i1 %53
  %55 = select i1 %54, i32 %6, i32 %48
  %56 = bitcast double %0 to i64
  %57 = trunc i64 %56 to i32
  %58 = shl i32 %55, 2
  %59 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %58, i32 %57)
  %60 = lshr i64 %56, 32
  %61 = trunc nuw i64 %60 to i32
  %62 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %58, i32 %61)
  %63 = zext i32 %62 to i64
  %64 = shl nuw i64 %63, 32
  %65 = zext i32 %59 to i64
  %66 = or disjoint i64 %64, %65
  %67 = bitcast i64 %66 to double
  %68 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %58, i32 %4)
  %69 = icmp ne i32 %55, %6
  %70 = icmp eq i32 %68, %6
  %71 = and i1 %69, %70
  %72 = fadd contract double %47, %67
  %73 = select contract i1 %71, double %72, double %47
  br label %94

74:
  %75 = phi double [ 0.000000e+00, %41 ], [ %90, %74 ]
  %76 = phi i64 [ %2, %41 ], [ %92, %74 ]
  %77 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %76, i1 true)
  %78 = trunc nuw nsw i64 %77 to i32
  %79 = shl nuw nsw i32 %78, 2
  %80 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %79, i32 %43)
  %81 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %79, i32 %45)
  %82 = zext i32 %81 to i64
  %83 = shl nuw i64 %82, 32
  %84 = zext i32 %80 to i64
  %85 = or disjoint i64 %83, %84
  %86 = bitcast i64 %85 to double
  %87 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %79, i32 %4)
  %88 = icmp eq i32 %87, %6
  %89 = select contract i1 %88, double %86, double 0.000000e+00
  %90 = fadd contract double %75, %89
  %91 = add i64 %76, -1
  %92 = and i64 %91, %76
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %94, label %74

94:
  %95 = phi double [ %25, %14 ], [ %73, %46 ], [ %90, %74 ]
  ret double %95
}

define weak_odr hidden noundef float @enzyme_rs_lane_f32(float noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = bitcast float %0 to i32
  %4 = shl i32 %1, 2
  %5 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %4, i32 %3)
  %6 = bitcast i32 %5 to float
  ret float %6
}

define weak_odr hidden double @enzyme_rs_lane_f64(double noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = shl i32 %1, 2
  %6 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %5, i32 %4)
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %5, i32 %8)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = zext i32 %6 to i64
  %13 = or disjoint i64 %11, %12
  %14 = bitcast i64 %13 to double
  ret double %14
}

define weak_odr hidden float @enzyme_rs_lane_f32_adjoint(float noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %5 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %4)
  %6 = xor i32 %5, %1
  %7 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %8 = trunc nuw nsw i64 %7 to i32
  %9 = shl nuw nsw i32 %8, 2
  %10 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %9, i32 %6)
  %11 = icmp eq i32 %6, %10
  %12 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %11)
  %13 = and i64 %12, %3
  %14 = icmp eq i64 %13, %3
  br i1 %14, label %15, label %20

15:
  %16 = bitcast float %0 to i32
  %17 = shl i32 %1, 2
  %18 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %17, i32 %16)
  %19 = bitcast i32 %18 to float
  br label %72

20:
  %21 = sub i32 %1, %5
  %22 = icmp ne i32 %1, %5
  %23 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %22)
  %24 = and i64 %23, %3
  %25 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %24, i1 true)
  %26 = trunc nuw nsw i64 %25 to i32
  %27 = shl nuw nsw i32 %26, 2
  %28 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %27, i32 %21)
  %29 = icmp eq i32 %1, %5
  %30 = icmp eq i32 %21, %28
  %31 = or i1 %29, %30
  %32 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %31)
  %33 = and i64 %32, %3
  %34 = icmp eq i64 %33, %3
  br i1 %34, label %37, label %35

35:
  %36 = bitcast float %0 to i32
  br label %57

37:
  %38 = select contract i1 %29, float %0, float 0.000000e+00
  %39 = sub i32 %5, %28
  %40 = icmp ugt i32 %39, 63
  %41 = zext nneg i32 %39 to i64
  %42 = shl nuw i64 1, %41
  %43 = and i64 %42, %3
  %44 = icmp eq i64 %43, 0
  %45 = select i1 %40, i1 true, i1 %44
  %46 = select i1 %45, i32 %5, i32 %39
  %47 = bitcast float %0 to i32
  %48 = shl i32 %46, 2
  %49 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %48, i32 %47)
  %50 = bitcast i32 %49 to float
  %51 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %48, i32 %1)
  %52 = icmp ne i32 %46, %5
  %53 = icmp eq i32 %51, %5
  %54 = and i1 %52, %53
  %55 = fadd contract float %38, %50
  %56 = select contract i1 %54, float %55, float %38
  br label %72

57:
  %58 = phi float [ 0.000000e+00, %35 ], [ %68, %57 ]
  %59 = phi i64 [ %3, %35 ], [ %70, %57 ]
  %60 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %59, i1 true)
  %61 = trunc nuw nsw i64 %60 to i32
  %62 = shl nuw nsw i32 %61, 2
  %63 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %62, i32 %36)
  %64 = bitcast i32 %63 to float
  %65 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %62, i32 %1)
  %66 = icmp eq i32 %65, %5
  %67 = select contract i1 %66, float %64, float 0.000000e+00
  %68 = fadd contract float %58, %67
  %69 = add i64 %59, -1
  %70 = and i64 %69, %59
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %72, label %57

72:
  %73 = phi float [ %19, %15 ], [ %56, %37 ], [ %68, %57 ]
  ret float %73
}

define weak_odr hidden double @enzyme_rs_lane_f64_adjoint(double noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %5 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %4)
  %6 = xor i32 %5, %1
  %7 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %8 = trunc nuw nsw i64 %7 to i32
  %9 = shl nuw nsw i32 %8, 2
  %10 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %9, i32 %6)
  %11 = icmp eq i32 %6, %10
  %12 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %11)
  %13 = and i64 %12, %3
  %14 = icmp eq i64 %13, %3
  br i1 %14, label %15, label %28

15:
  %16 = bitcast double %0 to i64
  %17 = trunc i64 %16 to i32
  %18 = shl i32 %1, 2
  %19 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %18, i32 %17)
  %20 = lshr i64 %16, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %18, i32 %21)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = zext i32 %19 to i64
  %26 = or disjoint i64 %24, %25
  %27 = bitcast i64 %26 to double
  br label %96

28:
  %29 = sub i32 %1, %5
  %30 = icmp ne i32 %1, %5
  %31 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %30)
  %32 = and i64 %31, %3
  %33 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %32, i1 true)
  %34 = trunc nuw nsw i64 %33 to i32
  %35 = shl nuw nsw i32 %34, 2
  %36 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %35, i32 %29)
  %37 = icmp eq i32 %1, %5
  %38 = icmp eq i32 %29, %36
  %39 = or i1 %37, %38
  %40 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %39)
  %41 = and i64 %40, %3
  %42 = icmp eq i64 %41, %3
  br i1 %42, label %48, label %43

43:
  %44 = bitcast double %0 to i64
  %45 = trunc i64 %44 to i32
  %46 = lshr i64 %44, 32
  %47 = trunc nuw i64 %46 to i32
  br label %76

48:
  %49 = select contract i1 %37, double %0, double 0.000000e+00
  %50 = sub i32 %5, %36
  %51 = icmp ugt i32 %50, 63
  %52 = zext nneg i32 %50 to i64
  %53 = shl nuw i64 1, %52
  %54 = and i64 %53, %3
  %55 = icmp eq i64 %54, 0
  %56 = select i1 %51, i1 true, i1 %55
  %57 = select i1 %56, i32 %5, i32 %50
  %58 = bitcast double %0 to i64
  %59 = trunc i64 %58 to i32
  %60 = shl i32 %57, 2
  %61 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %60, i32 %59)
  %62 = lshr i64 %58, 32
  %63 = trunc nuw i64 %62 to i32
  %64 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %60, i32 %63)
  %65 = zext i32 %64 to i64
  %66 = shl nuw i64 %65, 32
  %67 = zext i32 %61 to i64
  %68 = or disjoint i64 %66, %67
  %69 = bitcast i64 %68 to double
  %70 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %60, i32 %1)
  %71 = icmp ne i32 %57, %5
  %72 = icmp eq i32 %70, %5
  %73 = and i1 %71, %72
  %74 = fadd contract double %49, %69
  %75 = select contract i1 %73, double %74, double %49
  br label %96

76:
  %77 = phi double [ 0.000000e+00, %43 ], [ %92, %76 ]
  %78 = phi i64 [ %3, %43 ], [ %94, %76 ]
  %79 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %78, i1 true)
  %80 = trunc nuw nsw i64 %79 to i32
  %81 = shl nuw nsw i32 %80, 2
  %82 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %81, i32 %45)
  %83 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %81, i32 %47)
  %84 = zext i32 %83 to i64
  %85 = shl nuw i64 %84, 32
  %86 = zext i32 %82 to i64
  %87 = or disjoint i64 %85, %86
  %88 = bitcast i64 %87 to double
  %89 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %81, i32 %1)
  %90 = icmp eq i32 %89, %5
  %91 = select contract i1 %90, double %88, double 0.000000e+00
  %92 = fadd contract double %77, %91
  %93 = add i64 %78, -1
  %94 = and i64 %93, %78
  %95 = icmp eq i64 %94, 0
  br i1 %95, label %96, label %76

96:
  %97 = phi double [ %27, %15 ], [ %75, %48 ], [ %92, %76 ]
  ret double %97
}

define weak_odr hidden range(i32 0, 2) i32 @enzyme_rs_dpp_keeps(i32 noundef %0, i32 noundef %1, i32 noundef %2, i1 noundef zeroext %3) convergent nounwind memory(none) {
  %5 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %6 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %5)
  %7 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %8 = lshr i32 %6, 4
  %9 = and i32 %8, 3
  %10 = shl nuw nsw i32 1, %9
  %11 = and i32 %10, %1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %83, label %13

13:
  %14 = lshr i32 %6, 2
  %15 = and i32 %14, 3
  %16 = shl nuw nsw i32 1, %15
  %17 = and i32 %16, %2
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %83, label %19

19:
  %20 = and i32 %6, 15
  %21 = and i32 %6, -16
  %22 = and i32 %0, 15
  %23 = ashr i32 %0, 4
  switch i32 %23, label %60 [
    i32 16, label %24
    i32 17, label %26
    i32 18, label %28
    i32 21, label %32
    i32 22, label %34
    i32 19, label %37
    i32 20, label %50
  ]

24:
  %25 = add nuw nsw i32 %20, %22
  br label %67

26:
  %27 = sub nsw i32 %20, %22
  br label %67

28:
  %29 = sub i32 %6, %0
  %30 = and i32 %29, 15
  %31 = or disjoint i32 %30, %21
  br label %72

32:
  %33 = or disjoint i32 %21, %22
  br label %72

34:
  %35 = xor i32 %20, %22
  %36 = or disjoint i32 %35, %21
  br label %72

37:
  switch i32 %22, label %47 [
    i32 0, label %38
    i32 4, label %42
    i32 8, label %45
  ]

38:
  %39 = add nsw i32 %6, 1
  %40 = icmp slt i32 %6, 63
  %41 = select i1 %40, i32 %39, i32 -1
  br label %72

42:
  %43 = add nsw i32 %6, 1
  %44 = and i32 %43, 63
  br label %72

45:
  %46 = add nsw i32 %6, -1
  br label %72

47:
  %48 = add i32 %6, 63
  %49 = and i32 %48, 63
  br label %72

50:
  switch i32 %22, label %57 [
    i32 0, label %51
    i32 1, label %53
    i32 2, label %55
  ]

51:
  %52 = xor i32 %6, 15
  br label %72

53:
  %54 = xor i32 %6, 7
  br label %72

55:
  %56 = add nsw i32 %21, -1
  br label %72

57:
  %58 = icmp sgt i32 %6, 31
  %59 = select i1 %58, i32 31, i32 -1
  br label %72

60:
  %61 = and i32 %6, -4
  %62 = shl i32 %6, 1
  %63 = and i32 %62, 6
  %64 = ashr i32 %0, %63
  %65 = and i32 %64, 3
  %66 = or disjoint i32 %65, %61
  br label %72

67:
  %68 = phi i32 [ %25, %24 ], [ %27, %26 ]
  %69 = icmp ugt i32 %68, 15
  %70 = or i32 %68, %21
  %71 = select i1 %69, i32 -1, i32 %70
  br label %72

72:
  %73 = phi i32 [ %66, %60 ], [ %71, %67 ], [ %31, %28 ], [ %33, %32 ], [ %36, %34 ], [ %49, %47 ], [ %41, %38 ], [ %44, %42 ], [ %46, %45 ], [ %59, %57 ], [ %52, %51 ], [ %54, %53 ], [ %56, %55 ]
  %74 = icmp sgt i32 %73, -1
  %75 = icmp ugt i32 %73, 63
  %76 = zext nneg i32 %73 to i64
  %77 = shl nuw i64 1, %76
  %78 = and i64 %77, %7
  %79 = icmp eq i64 %78, 0
  %80 = select i1 %75, i1 true, i1 %79
  %81 = select i1 %80, i32 -1, i32 %73
  %82 = select i1 %74, i32 %81, i32 -1
  br label %83

83:
  %84 = phi i32 [ -2, %4 ], [ -2, %13 ], [ %82, %72 ]
  %85 = icmp eq i32 %84, -2
  %86 = icmp eq i32 %84, -1
  %87 = xor i1 %3, true
  %88 = and i1 %86, %87
  %89 = or i1 %85, %88
  %90 = zext i1 %89 to i32
  ret i32 %90
}

define weak_odr hidden float @enzyme_rs_dpp_f32(float noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i1 zeroext %4) convergent nounwind memory(none) {
  %6 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %7 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %6)
  %8 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %9 = lshr i32 %7, 4
  %10 = and i32 %9, 3
  %11 = shl nuw nsw i32 1, %10
  %12 = and i32 %11, %2
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %84, label %14

14:
  %15 = lshr i32 %7, 2
  %16 = and i32 %15, 3
  %17 = shl nuw nsw i32 1, %16
  %18 = and i32 %17, %3
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %84, label %20

20:
  %21 = and i32 %7, 15
  %22 = and i32 %7, -16
  %23 = and i32 %1, 15
  %24 = ashr i32 %1, 4
  switch i32 %24, label %61 [
    i32 16, label %25
    i32 17, label %27
    i32 18, label %29
    i32 21, label %33
    i32 22, label %35
    i32 19, label %38
    i32 20, label %51
  ]

25:
  %26 = add nuw nsw i32 %21, %23
  br label %68

27:
  %28 = sub nsw i32 %21, %23
  br label %68

29:
  %30 = sub i32 %7, %1
  %31 = and i32 %30, 15
  %32 = or disjoint i32 %31, %22
  br label %73

33:
  %34 = or disjoint i32 %22, %23
  br label %73

35:
  %36 = xor i32 %21, %23
  %37 = or disjoint i32 %36, %22
  br label %73

38:
  switch i32 %23, label %48 [
    i32 0, label %39
    i32 4, label %43
    i32 8, label %46
  ]

39:
  %40 = add nsw i32 %7, 1
  %41 = icmp slt i32 %7, 63
  %42 = select i1 %41, i32 %40, i32 -1
  br label %73

43:
  %44 = add nsw i32 %7, 1
  %45 = and i32 %44, 63
  br label %73

46:
  %47 = add nsw i32 %7, -1
  br label %73

48:
  %49 = add i32 %7, 63
  %50 = and i32 %49, 63
  br label %73

51:
  switch i32 %23, label %58 [
    i32 0, label %52
    i32 1, label %54
    i32 2, label %56
  ]

52:
  %53 = xor i32 %7, 15
  br label %73

54:
  %55 = xor i32 %7, 7
  br label %73

56:
  %57 = add nsw i32 %22, -1
  br label %73

58:
  %59 = icmp sgt i32 %7, 31
  %60 = select i1 %59, i32 31, i32 -1
  br label %73

61:
  %62 = and i32 %7, -4
  %63 = shl i32 %7, 1
  %64 = and i32 %63, 6
  %65 = ashr i32 %1, %64
  %66 = and i32 %65, 3
  %67 = or disjoint i32 %66, %62
  br label %73

68:
  %69 = phi i32 [ %26, %25 ], [ %28, %27 ]
  %70 = icmp ugt i32 %69, 15
  %71 = or i32 %69, %22
  %72 = select i1 %70, i32 -1, i32 %71
  br label %73

73:
  %74 = phi i32 [ %67, %61 ], [ %72, %68 ], [ %32, %29 ], [ %34, %33 ], [ %37, %35 ], [ %50, %48 ], [ %42, %39 ], [ %45, %43 ], [ %47, %46 ], [ %60, %58 ], [ %53, %52 ], [ %55, %54 ], [ %57, %56 ]
  %75 = icmp sgt i32 %74, -1
  %76 = icmp ugt i32 %74, 63
  %77 = zext nneg i32 %74 to i64
  %78 = shl nuw i64 1, %77
  %79 = and i64 %78, %8
  %80 = icmp eq i64 %79, 0
  %81 = select i1 %76, i1 true, i1 %80
  %82 = select i1 %81, i32 -1, i32 %74
  %83 = select i1 %75, i32 %82, i32 -1
  br label %84

84:
  %85 = phi i32 [ -2, %5 ], [ -2, %14 ], [ %83, %73 ]
  %86 = icmp slt i32 %85, 0
  %87 = select i1 %86, i32 %7, i32 %85
  %88 = bitcast float %0 to i32
  %89 = shl i32 %87, 2
  %90 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %89, i32 %88)
  %91 = bitcast i32 %90 to float
  %92 = select contract i1 %86, float 0.000000e+00, float %91
  ret float %92
}

define weak_odr hidden float @enzyme_rs_dpp_f32_adjoint(float noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i1 zeroext %4) convergent nounwind memory(none) {
  %6 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %7 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %6)
  %8 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %9 = lshr i32 %7, 4
  %10 = and i32 %9, 3
  %11 = shl nuw nsw i32 1, %10
  %12 = and i32 %11, %2
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %84, label %14

14:
  %15 = lshr i32 %7, 2
  %16 = and i32 %15, 3
  %17 = shl nuw nsw i32 1, %16
  %18 = and i32 %17, %3
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %84, label %20

20:
  %21 = and i32 %7, 15
  %22 = and i32 %7, -16
  %23 = and i32 %1, 15
  %24 = ashr i32 %1, 4
  switch i32 %24, label %61 [
    i32 16, label %25
    i32 17, label %27
    i32 18, label %29
    i32 21, label %33
    i32 22, label %35
    i32 19, label %38
    i32 20, label %51
  ]

25:
  %26 = add nuw nsw i32 %21, %23
  br label %68

27:
  %28 = sub nsw i32 %21, %23
  br label %68

29:
  %30 = sub i32 %7, %1
  %31 = and i32 %30, 15
  %32 = or disjoint i32 %31, %22
  br label %73

33:
  %34 = or disjoint i32 %22, %23
  br label %73

35:
  %36 = xor i32 %21, %23
  %37 = or disjoint i32 %36, %22
  br label %73

38:
  switch i32 %23, label %48 [
    i32 0, label %39
    i32 4, label %43
    i32 8, label %46
  ]

39:
  %40 = add nsw i32 %7, 1
  %41 = icmp slt i32 %7, 63
  %42 = select i1 %41, i32 %40, i32 -1
  br label %73

43:
  %44 = add nsw i32 %7, 1
  %45 = and i32 %44, 63
  br label %73

46:
  %47 = add nsw i32 %7, -1
  br label %73

48:
  %49 = add i32 %7, 63
  %50 = and i32 %49, 63
  br label %73

51:
  switch i32 %23, label %58 [
    i32 0, label %52
    i32 1, label %54
    i32 2, label %56
  ]

52:
  %53 = xor i32 %7, 15
  br label %73

54:
  %55 = xor i32 %7, 7
  br label %73

56:
  %57 = add nsw i32 %22, -1
  br label %73

58:
  %59 = icmp sgt i32 %7, 31
  %60 = select i1 %59, i32 31, i32 -1
  br label %73

61:
  %62 = and i32 %7, -4
  %63 = shl i32 %7, 1
  %64 = and i32 %63, 6
  %65 = ashr i32 %1, %64
  %66 = and i32 %65, 3
  %67 = or disjoint i32 %66, %62
  br label %73

68:
  %69 = phi i32 [ %26, %25 ], [ %28, %27 ]
  %70 = icmp ugt i32 %69, 15
  %71 = or i32 %69, %22
  %72 = select i1 %70, i32 -1, i32 %71
  br label %73

73:
  %74 = phi i32 [ %67, %61 ], [ %72, %68 ], [ %32, %29 ], [ %34, %33 ], [ %37, %35 ], [ %50, %48 ], [ %42, %39 ], [ %45, %43 ], [ %47, %46 ], [ %60, %58 ], [ %53, %52 ], [ %55, %54 ], [ %57, %56 ]
  %75 = icmp sgt i32 %74, -1
  %76 = icmp ugt i32 %74, 63
  %77 = zext nneg i32 %74 to i64
  %78 = shl nuw i64 1, %77
  %79 = and i64 %78, %8
  %80 = icmp eq i64 %79, 0
  %81 = select i1 %76, i1 true, i1 %80
  %82 = select i1 %81, i32 -1, i32 %74
  %83 = select i1 %75, i32 %82, i32 -1
  br label %84

84:
  %85 = phi i32 [ -2, %5 ], [ -2, %14 ], [ %83, %73 ]
  %86 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %87 = icmp slt i32 %85, 0
  %88 = select i1 %87, float 0.000000e+00, float %0
  %89 = select i1 %87, i32 %7, i32 %85
  %90 = xor i32 %89, %7
  %91 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %86, i1 true)
  %92 = trunc nuw nsw i64 %91 to i32
  %93 = shl nuw nsw i32 %92, 2
  %94 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %93, i32 %90)
  %95 = icmp eq i32 %90, %94
  %96 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %95)
  %97 = and i64 %96, %86
  %98 = icmp eq i64 %97, %86
  br i1 %98, label %99, label %104

99:
  %100 = bitcast float %88 to i32
  %101 = shl i32 %89, 2
  %102 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %101, i32 %100)
  %103 = bitcast i32 %102 to float
  br label %156

104:
  %105 = sub i32 %89, %7
  %106 = icmp ne i32 %89, %7
  %107 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %106)
  %108 = and i64 %107, %86
  %109 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %108, i1 true)
  %110 = trunc nuw nsw i64 %109 to i32
  %111 = shl nuw nsw i32 %110, 2
  %112 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %111, i32 %105)
  %113 = icmp eq i32 %89, %7
  %114 = icmp eq i32 %105, %112
  %115 = or i1 %113, %114
  %116 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %115)
  %117 = and i64 %116, %86
  %118 = icmp eq i64 %117, %86
  br i1 %118, label %121, label %119

119:
  %120 = bitcast float %88 to i32
  br label %141

121:
  %122 = select contract i1 %113, float %88, float 0.000000e+00
  %123 = sub i32 %7, %112
  %124 = icmp ugt i32 %123, 63
  %125 = zext nneg i32 %123 to i64
  %126 = shl nuw i64 1, %125
  %127 = and i64 %126, %86
  %128 = icmp eq i64 %127, 0
  %129 = select i1 %124, i1 true, i1 %128
  %130 = select i1 %129, i32 %7, i32 %123
  %131 = bitcast float %88 to i32
  %132 = shl i32 %130, 2
  %133 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %132, i32 %131)
  %134 = bitcast i32 %133 to float
  %135 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %132, i32 %89)
  %136 = icmp ne i32 %130, %7
  %137 = icmp eq i32 %135, %7
  %138 = and i1 %136, %137
  %139 = fadd contract float %122, %134
  %140 = select contract i1 %138, float %139, float %122
  br label %156

141:
  %142 = phi float [ 0.000000e+00, %119 ], [ %152, %141 ]
  %143 = phi i64 [ %86, %119 ], [ %154, %141 ]
  %144 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %143, i1 true)
  %145 = trunc nuw nsw i64 %144 to i32
  %146 = shl nuw nsw i32 %145, 2
  %147 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %146, i32 %120)
  %148 = bitcast i32 %147 to float
  %149 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %146, i32 %89)
  %150 = icmp eq i32 %149, %7
  %151 = select contract i1 %150, float %148, float 0.000000e+00
  %152 = fadd contract float %142, %151
  %153 = add i64 %143, -1
  %154 = and i64 %153, %143
  %155 = icmp eq i64 %154, 0
  br i1 %155, label %156, label %141

156:
  %157 = phi float [ %103, %99 ], [ %140, %121 ], [ %152, %141 ]
  ret float %157
}

define weak_odr hidden double @enzyme_rs_dpp_f64(double noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i1 zeroext %4) convergent nounwind memory(none) {
  %6 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %7 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %6)
  %8 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %9 = lshr i32 %7, 4
  %10 = and i32 %9, 3
  %11 = shl nuw nsw i32 1, %10
  %12 = and i32 %11, %2
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %84, label %14

14:
  %15 = lshr i32 %7, 2
  %16 = and i32 %15, 3
  %17 = shl nuw nsw i32 1, %16
  %18 = and i32 %17, %3
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %84, label %20

20:
  %21 = and i32 %7, 15
  %22 = and i32 %7, -16
  %23 = and i32 %1, 15
  %24 = ashr i32 %1, 4
  switch i32 %24, label %61 [
    i32 16, label %25
    i32 17, label %27
    i32 18, label %29
    i32 21, label %33
    i32 22, label %35
    i32 19, label %38
    i32 20, label %51
  ]

25:
  %26 = add nuw nsw i32 %21, %23
  br label %68

27:
  %28 = sub nsw i32 %21, %23
  br label %68

29:
  %30 = sub i32 %7, %1
  %31 = and i32 %30, 15
  %32 = or disjoint i32 %31, %22
  br label %73

33:
  %34 = or disjoint i32 %22, %23
  br label %73

35:
  %36 = xor i32 %21, %23
  %37 = or disjoint i32 %36, %22
  br label %73

38:
  switch i32 %23, label %48 [
    i32 0, label %39
    i32 4, label %43
    i32 8, label %46
  ]

39:
  %40 = add nsw i32 %7, 1
  %41 = icmp slt i32 %7, 63
  %42 = select i1 %41, i32 %40, i32 -1
  br label %73

43:
  %44 = add nsw i32 %7, 1
  %45 = and i32 %44, 63
  br label %73

46:
  %47 = add nsw i32 %7, -1
  br label %73

48:
  %49 = add i32 %7, 63
  %50 = and i32 %49, 63
  br label %73

51:
  switch i32 %23, label %58 [
    i32 0, label %52
    i32 1, label %54
    i32 2, label %56
  ]

52:
  %53 = xor i32 %7, 15
  br label %73

54:
  %55 = xor i32 %7, 7
  br label %73

56:
  %57 = add nsw i32 %22, -1
  br label %73

58:
  %59 = icmp sgt i32 %7, 31
  %60 = select i1 %59, i32 31, i32 -1
  br label %73

61:
  %62 = and i32 %7, -4
  %63 = shl i32 %7, 1
  %64 = and i32 %63, 6
  %65 = ashr i32 %1, %64
  %66 = and i32 %65, 3
  %67 = or disjoint i32 %66, %62
  br label %73

68:
  %69 = phi i32 [ %26, %25 ], [ %28, %27 ]
  %70 = icmp ugt i32 %69, 15
  %71 = or i32 %69, %22
  %72 = select i1 %70, i32 -1, i32 %71
  br label %73

73:
  %74 = phi i32 [ %67, %61 ], [ %72, %68 ], [ %32, %29 ], [ %34, %33 ], [ %37, %35 ], [ %50, %48 ], [ %42, %39 ], [ %45, %43 ], [ %47, %46 ], [ %60, %58 ], [ %53, %52 ], [ %55, %54 ], [ %57, %56 ]
  %75 = icmp sgt i32 %74, -1
  %76 = icmp ugt i32 %74, 63
  %77 = zext nneg i32 %74 to i64
  %78 = shl nuw i64 1, %77
  %79 = and i64 %78, %8
  %80 = icmp eq i64 %79, 0
  %81 = select i1 %76, i1 true, i1 %80
  %82 = select i1 %81, i32 -1, i32 %74
  %83 = select i1 %75, i32 %82, i32 -1
  br label %84

84:
  %85 = phi i32 [ -2, %5 ], [ -2, %14 ], [ %83, %73 ]
  %86 = icmp slt i32 %85, 0
  %87 = select i1 %86, i32 %7, i32 %85
  %88 = bitcast double %0 to i64
  %89 = trunc i64 %88 to i32
  %90 = shl i32 %87, 2
  %91 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %90, i32 %89)
  %92 = lshr i64 %88, 32
  %93 = trunc nuw i64 %92 to i32
  %94 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %90, i32 %93)
  %95 = zext i32 %94 to i64
  %96 = shl nuw i64 %95, 32
  %97 = zext i32 %91 to i64
  %98 = or disjoint i64 %96, %97
  %99 = bitcast i64 %98 to double
  %100 = select contract i1 %86, double 0.000000e+00, double %99
  ret double %100
}

define weak_odr hidden double @enzyme_rs_dpp_f64_adjoint(double noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i1 zeroext %4) convergent nounwind memory(none) {
  %6 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %7 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %6)
  %8 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %9 = lshr i32 %7, 4
  %10 = and i32 %9, 3
  %11 = shl nuw nsw i32 1, %10
  %12 = and i32 %11, %2
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %84, label %14

14:
  %15 = lshr i32 %7, 2
  %16 = and i32 %15, 3
  %17 = shl nuw nsw i32 1, %16
  %18 = and i32 %17, %3
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %84, label %20

20:
  %21 = and i32 %7, 15
  %22 = and i32 %7, -16
  %23 = and i32 %1, 15
  %24 = ashr i32 %1, 4
  switch i32 %24, label %61 [
    i32 16, label %25
    i32 17, label %27
    i32 18, label %29
    i32 21, label %33
    i32 22, label %35
    i32 19, label %38
    i32 20, label %51
  ]

25:
  %26 = add nuw nsw i32 %21, %23
  br label %68

27:
  %28 = sub nsw i32 %21, %23
  br label %68

29:
  %30 = sub i32 %7, %1
  %31 = and i32 %30, 15
  %32 = or disjoint i32 %31, %22
  br label %73

33:
  %34 = or disjoint i32 %22, %23
  br label %73

35:
  %36 = xor i32 %21, %23
  %37 = or disjoint i32 %36, %22
  br label %73

38:
  switch i32 %23, label %48 [
    i32 0, label %39
    i32 4, label %43
    i32 8, label %46
  ]

39:
  %40 = add nsw i32 %7, 1
  %41 = icmp slt i32 %7, 63
  %42 = select i1 %41, i32 %40, i32 -1
  br label %73

43:
  %44 = add nsw i32 %7, 1
  %45 = and i32 %44, 63
  br label %73

46:
  %47 = add nsw i32 %7, -1
  br label %73

48:
  %49 = add i32 %7, 63
  %50 = and i32 %49, 63
  br label %73

51:
  switch i32 %23, label %58 [
    i32 0, label %52
    i32 1, label %54
    i32 2, label %56
  ]

52:
  %53 = xor i32 %7, 15
  br label %73

54:
  %55 = xor i32 %7, 7
  br label %73

56:
  %57 = add nsw i32 %22, -1
  br label %73

58:
  %59 = icmp sgt i32 %7, 31
  %60 = select i1 %59, i32 31, i32 -1
  br label %73

61:
  %62 = and i32 %7, -4
  %63 = shl i32 %7, 1
  %64 = and i32 %63, 6
  %65 = ashr i32 %1, %64
  %66 = and i32 %65, 3
  %67 = or disjoint i32 %66, %62
  br label %73

68:
  %69 = phi i32 [ %26, %25 ], [ %28, %27 ]
  %70 = icmp ugt i32 %69, 15
  %71 = or i32 %69, %22
  %72 = select i1 %70, i32 -1, i32 %71
  br label %73

73:
  %74 = phi i32 [ %67, %61 ], [ %72, %68 ], [ %32, %29 ], [ %34, %33 ], [ %37, %35 ], [ %50, %48 ], [ %42, %39 ], [ %45, %43 ], [ %47, %46 ], [ %60, %58 ], [ %53, %52 ], [ %55, %54 ], [ %57, %56 ]
  %75 = icmp sgt i32 %74, -1
  %76 = icmp ugt i32 %74, 63
  %77 = zext nneg i32 %74 to i64
  %78 = shl nuw i64 1, %77
  %79 = and i64 %78, %8
  %80 = icmp eq i64 %79, 0
  %81 = select i1 %76, i1 true, i1 %80
  %82 = select i1 %81, i32 -1, i32 %74
  %83 = select i1 %75, i32 %82, i32 -1
  br label %84

84:
  %85 = phi i32 [ -2, %5 ], [ -2, %14 ], [ %83, %73 ]
  %86 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %87 = icmp slt i32 %85, 0
  %88 = select i1 %87, double 0.000000e+00, double %0
  %89 = select i1 %87, i32 %7, i32 %85
  %90 = xor i32 %89, %7
  %91 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %86, i1 true)
  %92 = trunc nuw nsw i64 %91 to i32
  %93 = shl nuw nsw i32 %92, 2
  %94 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %93, i32 %90)
  %95 = icmp eq i32 %90, %94
  %96 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %95)
  %97 = and i64 %96, %86
  %98 = icmp eq i64 %97, %86
  br i1 %98, label %99, label %112

99:
  %100 = bitcast double %88 to i64
  %101 = trunc i64 %100 to i32
  %102 = shl i32 %89, 2
  %103 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %102, i32 %101)
  %104 = lshr i64 %100, 32
  %105 = trunc nuw i64 %104 to i32
  %106 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %102, i32 %105)
  %107 = zext i32 %106 to i64
  %108 = shl nuw i64 %107, 32
  %109 = zext i32 %103 to i64
  %110 = or disjoint i64 %108, %109
  %111 = bitcast i64 %110 to double
  br label %180

112:
  %113 = sub i32 %89, %7
  %114 = icmp ne i32 %89, %7
  %115 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %114)
  %116 = and i64 %115, %86
  %117 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %116, i1 true)
  %118 = trunc nuw nsw i64 %117 to i32
  %119 = shl nuw nsw i32 %118, 2
  %120 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %119, i32 %113)
  %121 = icmp eq i32 %89, %7
  %122 = icmp eq i32 %113, %120
  %123 = or i1 %121, %122
  %124 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %123)
  %125 = and i64 %124, %86
  %126 = icmp eq i64 %125, %86
  br i1 %126, label %132, label %127

127:
  %128 = bitcast double %88 to i64
  %129 = trunc i64 %128 to i32
  %130 = lshr i64 %128, 32
  %131 = trunc nuw i64 %130 to i32
  br label %160

132:
  %133 = select contract i1 %121, double %88, double 0.000000e+00
  %134 = sub i32 %7, %120
  %135 = icmp ugt i32 %134, 63
  %136 = zext nneg i32 %134 to i64
  %137 = shl nuw i64 1, %136
  %138 = and i64 %137, %86
  %139 = icmp eq i64 %138, 0
  %140 = select i1 %135, i1 true, i1 %139
  %141 = select i1 %140, i32 %7, i32 %134
  %142 = bitcast double %88 to i64
  %143 = trunc i64 %142 to i32
  %144 = shl i32 %141, 2
  %145 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %144, i32 %143)
  %146 = lshr i64 %142, 32
  %147 = trunc nuw i64 %146 to i32
  %148 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %144, i32 %147)
  %149 = zext i32 %148 to i64
  %150 = shl nuw i64 %149, 32
  %151 = zext i32 %145 to i64
  %152 = or disjoint i64 %150, %151
  %153 = bitcast i64 %152 to double
  %154 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %144, i32 %89)
  %155 = icmp ne i32 %141, %7
  %156 = icmp eq i32 %154, %7
  %157 = and i1 %155, %156
  %158 = fadd contract double %133, %153
  %159 = select contract i1 %157, double %158, double %133
  br label %180

160:
  %161 = phi double [ 0.000000e+00, %127 ], [ %176, %160 ]
  %162 = phi i64 [ %86, %127 ], [ %178, %160 ]
  %163 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %162, i1 true)
  %164 = trunc nuw nsw i64 %163 to i32
  %165 = shl nuw nsw i32 %164, 2
  %166 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %165, i32 %129)
  %167 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %165, i32 %131)
  %168 = zext i32 %167 to i64
  %169 = shl nuw i64 %168, 32
  %170 = zext i32 %166 to i64
  %171 = or disjoint i64 %169, %170
  %172 = bitcast i64 %171 to double
  %173 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %165, i32 %89)
  %174 = icmp eq i32 %173, %7
  %175 = select contract i1 %174, double %172, double 0.000000e+00
  %176 = fadd contract double %161, %175
  %177 = add i64 %162, -1
  %178 = and i64 %177, %162
  %179 = icmp eq i64 %178, 0
  br i1 %179, label %180, label %160

180:
  %181 = phi double [ %111, %99 ], [ %159, %132 ], [ %176, %160 ]
  ret double %181
}

define weak_odr hidden noundef float @enzyme_rs_swizzle_f32(float noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %4 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %3)
  %5 = and i32 %1, 32768
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %14, label %7

7:
  %8 = and i32 %4, -4
  %9 = shl i32 %4, 1
  %10 = and i32 %9, 6
  %11 = ashr i32 %1, %10
  %12 = and i32 %11, 3
  %13 = or disjoint i32 %12, %8
  br label %25

14:
  %15 = and i32 %4, -32
  %16 = and i32 %1, 31
  %17 = and i32 %16, %4
  %18 = lshr i32 %1, 5
  %19 = and i32 %18, 31
  %20 = or i32 %17, %19
  %21 = lshr i32 %1, 10
  %22 = and i32 %21, 31
  %23 = xor i32 %20, %22
  %24 = or disjoint i32 %23, %15
  br label %25

25:
  %26 = phi i32 [ %13, %7 ], [ %24, %14 ]
  %27 = bitcast float %0 to i32
  %28 = shl i32 %26, 2
  %29 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %28, i32 %27)
  %30 = bitcast i32 %29 to float
  ret float %30
}

define weak_odr hidden double @enzyme_rs_swizzle_f64(double noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %4 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %3)
  %5 = and i32 %1, 32768
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %14, label %7

7:
  %8 = and i32 %4, -4
  %9 = shl i32 %4, 1
  %10 = and i32 %9, 6
  %11 = ashr i32 %1, %10
  %12 = and i32 %11, 3
  %13 = or disjoint i32 %12, %8
  br label %25

14:
  %15 = and i32 %4, -32
  %16 = and i32 %1, 31
  %17 = and i32 %16, %4
  %18 = lshr i32 %1, 5
  %19 = and i32 %18, 31
  %20 = or i32 %17, %19
  %21 = lshr i32 %1, 10
  %22 = and i32 %21, 31
  %23 = xor i32 %20, %22
  %24 = or disjoint i32 %23, %15
  br label %25

25:
  %26 = phi i32 [ %13, %7 ], [ %24, %14 ]
  %27 = bitcast double %0 to i64
  %28 = trunc i64 %27 to i32
  %29 = shl i32 %26, 2
  %30 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %29, i32 %28)
  %31 = lshr i64 %27, 32
  %32 = trunc nuw i64 %31 to i32
  %33 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %29, i32 %32)
  %34 = zext i32 %33 to i64
  %35 = shl nuw i64 %34, 32
  %36 = zext i32 %30 to i64
  %37 = or disjoint i64 %35, %36
  %38 = bitcast i64 %37 to double
  ret double %38
}

define weak_odr hidden float @enzyme_rs_swizzle_f32_adjoint(float noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %5 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %4)
  %6 = and i32 %1, 32768
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %15, label %8

8:
  %9 = and i32 %5, -4
  %10 = shl i32 %5, 1
  %11 = and i32 %10, 6
  %12 = ashr i32 %1, %11
  %13 = and i32 %12, 3
  %14 = or disjoint i32 %13, %9
  br label %26

15:
  %16 = and i32 %5, -32
  %17 = and i32 %1, 31
  %18 = and i32 %17, %5
  %19 = lshr i32 %1, 5
  %20 = and i32 %19, 31
  %21 = or i32 %18, %20
  %22 = lshr i32 %1, 10
  %23 = and i32 %22, 31
  %24 = xor i32 %21, %23
  %25 = or disjoint i32 %24, %16
  br label %26

26:
  %27 = phi i32 [ %14, %8 ], [ %25, %15 ]
  %28 = xor i32 %27, %5
  %29 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %30 = trunc nuw nsw i64 %29 to i32
  %31 = shl nuw nsw i32 %30, 2
  %32 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %31, i32 %28)
  %33 = icmp eq i32 %28, %32
  %34 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %33)
  %35 = and i64 %34, %3
  %36 = icmp eq i64 %35, %3
  br i1 %36, label %37, label %42

37:
  %38 = bitcast float %0 to i32
  %39 = shl i32 %27, 2
  %40 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %39, i32 %38)
  %41 = bitcast i32 %40 to float
  br label %94

42:
  %43 = sub i32 %27, %5
  %44 = icmp ne i32 %27, %5
  %45 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %44)
  %46 = and i64 %45, %3
  %47 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %46, i1 true)
  %48 = trunc nuw nsw i64 %47 to i32
  %49 = shl nuw nsw i32 %48, 2
  %50 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %49, i32 %43)
  %51 = icmp eq i32 %27, %5
  %52 = icmp eq i32 %43, %50
  %53 = or i1 %51, %52
  %54 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %53)
  %55 = and i64 %54, %3
  %56 = icmp eq i64 %55, %3
  br i1 %56, label %59, label %57

57:
  %58 = bitcast float %0 to i32
  br label %79

59:
  %60 = select contract i1 %51, float %0, float 0.000000e+00
  %61 = sub i32 %5, %50
  %62 = icmp ugt i32 %61, 63
  %63 = zext nneg i32 %61 to i64
  %64 = shl nuw i64 1, %63
  %65 = and i64 %64, %3
  %66 = icmp eq i64 %65, 0
  %67 = select i1 %62, i1 true, i1 %66
  %68 = select i1 %67, i32 %5, i32 %61
  %69 = bitcast float %0 to i32
  %70 = shl i32 %68, 2
  %71 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %70, i32 %69)
  %72 = bitcast i32 %71 to float
  %73 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %70, i32 %27)
  %74 = icmp ne i32 %68, %5
  %75 = icmp eq i32 %73, %5
  %76 = and i1 %74, %75
  %77 = fadd contract float %60, %72
  %78 = select contract i1 %76, float %77, float %60
  br label %94

79:
  %80 = phi float [ 0.000000e+00, %57 ], [ %90, %79 ]
  %81 = phi i64 [ %3, %57 ], [ %92, %79 ]
  %82 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %81, i1 true)
  %83 = trunc nuw nsw i64 %82 to i32
  %84 = shl nuw nsw i32 %83, 2
  %85 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %84, i32 %58)
  %86 = bitcast i32 %85 to float
  %87 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %84, i32 %27)
  %88 = icmp eq i32 %87, %5
  %89 = select contract i1 %88, float %86, float 0.000000e+00
  %90 = fadd contract float %80, %89
  %91 = add i64 %81, -1
  %92 = and i64 %91, %81
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %94, label %79

94:
  %95 = phi float [ %41, %37 ], [ %78, %59 ], [ %90, %79 ]
  ret float %95
}

define weak_odr hidden double @enzyme_rs_swizzle_f64_adjoint(double noundef %0, i32 noundef %1) convergent nounwind memory(none) {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %5 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %4)
  %6 = and i32 %1, 32768
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %15, label %8

8:
  %9 = and i32 %5, -4
  %10 = shl i32 %5, 1
  %11 = and i32 %10, 6
  %12 = ashr i32 %1, %11
  %13 = and i32 %12, 3
  %14 = or disjoint i32 %13, %9
  br label %26

15:
  %16 = and i32 %5, -32
  %17 = and i32 %1, 31
  %18 = and i32 %17, %5
  %19 = lshr i32 %1, 5
  %20 = and i32 %19, 31
  %21 = or i32 %18, %20
  %22 = lshr i32 %1, 10
  %23 = and i32 %22, 31
  %24 = xor i32 %21, %23
  %25 = or disjoint i32 %24, %16
  br label %26

26:
  %27 = phi i32 [ %14, %8 ], [ %25, %15 ]
  %28 = xor i32 %27, %5
  %29 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %3, i1 true)
  %30 = trunc nuw nsw i64 %29 to i32
  %31 = shl nuw nsw i32 %30, 2
  %32 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %31, i32 %28)
  %33 = icmp eq i32 %28, %32
  %34 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %33)
  %35 = and i64 %34, %3
  %36 = icmp eq i64 %35, %3
  br i1 %36, label %37, label %50

37:
  %38 = bitcast double %0 to i64
  %39 = trunc i64 %38 to i32
  %40 = shl i32 %27, 2
  %41 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %40, i32 %39)
  %42 = lshr i64 %38, 32
  %43 = trunc nuw i64 %42 to i32
  %44 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %40, i32 %43)
  %45 = zext i32 %44 to i64
  %46 = shl nuw i64 %45, 32
  %47 = zext i32 %41 to i64
  %48 = or disjoint i64 %46, %47
  %49 = bitcast i64 %48 to double
  br label %118

50:
  %51 = sub i32 %27, %5
  %52 = icmp ne i32 %27, %5
  %53 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %52)
  %54 = and i64 %53, %3
  %55 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %54, i1 true)
  %56 = trunc nuw nsw i64 %55 to i32
  %57 = shl nuw nsw i32 %56, 2
  %58 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %57, i32 %51)
  %59 = icmp eq i32 %27, %5
  %60 = icmp eq i32 %51, %58
  %61 = or i1 %59, %60
  %62 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %61)
  %63 = and i64 %62, %3
  %64 = icmp eq i64 %63, %3
  br i1 %64, label %70, label %65

65:
  %66 = bitcast double %0 to i64
  %67 = trunc i64 %66 to i32
  %68 = lshr i64 %66, 32
  %69 = trunc nuw i64 %68 to i32
  br label %98

70:
  %71 = select contract i1 %59, double %0, double 0.000000e+00
  %72 = sub i32 %5, %58
  %73 = icmp ugt i32 %72, 63
  %74 = zext nneg i32 %72 to i64
  %75 = shl nuw i64 1, %74
  %76 = and i64 %75, %3
  %77 = icmp eq i64 %76, 0
  %78 = select i1 %73, i1 true, i1 %77
  %79 = select i1 %78, i32 %5, i32 %72
  %80 = bitcast double %0 to i64
  %81 = trunc i64 %80 to i32
  %82 = shl i32 %79, 2
  %83 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %82, i32 %81)
  %84 = lshr i64 %80, 32
  %85 = trunc nuw i64 %84 to i32
  %86 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %82, i32 %85)
  %87 = zext i32 %86 to i64
  %88 = shl nuw i64 %87, 32
  %89 = zext i32 %83 to i64
  %90 = or disjoint i64 %88, %89
  %91 = bitcast i64 %90 to double
  %92 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %82, i32 %27)
  %93 = icmp ne i32 %79, %5
  %94 = icmp eq i32 %92, %5
  %95 = and i1 %93, %94
  %96 = fadd contract double %71, %91
  %97 = select contract i1 %95, double %96, double %71
  br label %118

98:
  %99 = phi double [ 0.000000e+00, %65 ], [ %114, %98 ]
  %100 = phi i64 [ %3, %65 ], [ %116, %98 ]
  %101 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %100, i1 true)
  %102 = trunc nuw nsw i64 %101 to i32
  %103 = shl nuw nsw i32 %102, 2
  %104 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %103, i32 %67)
  %105 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %103, i32 %69)
  %106 = zext i32 %105 to i64
  %107 = shl nuw i64 %106, 32
  %108 = zext i32 %104 to i64
  %109 = or disjoint i64 %107, %108
  %110 = bitcast i64 %109 to double
  %111 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %103, i32 %27)
  %112 = icmp eq i32 %111, %5
  %113 = select contract i1 %112, double %110, double 0.000000e+00
  %114 = fadd contract double %99, %113
  %115 = add i64 %100, -1
  %116 = and i64 %115, %100
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %118, label %98

118:
  %119 = phi double [ %49, %37 ], [ %97, %70 ], [ %114, %98 ]
  ret double %119
}

define weak_odr hidden void @enzyme_rs_grid_add_all(ptr noundef %0, double noundef %1) convergent nounwind {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = icmp eq i64 %3, -1
  br i1 %4, label %5, label %19

5:
  %6 = ptrtoint ptr %0 to i64
  %7 = trunc i64 %6 to i32
  %8 = tail call noundef i32 @llvm.amdgcn.readlane.i32(i32 %7, i32 0)
  %9 = icmp eq i32 %8, %7
  br i1 %9, label %10, label %15

10:
  %11 = lshr i64 %6, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = tail call noundef i32 @llvm.amdgcn.readlane.i32(i32 %12, i32 0)
  %14 = icmp eq i32 %13, %12
  br label %15

15:
  %16 = phi i1 [ false, %5 ], [ %14, %10 ]
  %17 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %16)
  %18 = icmp ne i64 %17, -1
  br label %19

19:
  %20 = phi i1 [ %18, %15 ], [ true, %2 ]
  br i1 %20, label %108, label %21

21:
  %22 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %23 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %22)
  %24 = bitcast double %1 to i64
  %25 = trunc i64 %24 to i32
  %26 = shl i32 %23, 2
  %27 = xor i32 %26, 128
  %28 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %27, i32 %25)
  %29 = lshr i64 %24, 32
  %30 = trunc nuw i64 %29 to i32
  %31 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %27, i32 %30)
  %32 = zext i32 %31 to i64
  %33 = shl nuw i64 %32, 32
  %34 = zext i32 %28 to i64
  %35 = or disjoint i64 %33, %34
  %36 = bitcast i64 %35 to double
  %37 = fadd contract double %1, %36
  %38 = bitcast double %37 to i64
  %39 = trunc i64 %38 to i32
  %40 = shl i32 %23, 2
  %41 = xor i32 %40, 64
  %42 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %41, i32 %39)
  %43 = lshr i64 %38, 32
  %44 = trunc nuw i64 %43 to i32
  %45 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %41, i32 %44)
  %46 = zext i32 %45 to i64
  %47 = shl nuw i64 %46, 32
  %48 = zext i32 %42 to i64
  %49 = or disjoint i64 %47, %48
  %50 = bitcast i64 %49 to double
  %51 = fadd contract double %37, %50
  %52 = bitcast double %51 to i64
  %53 = trunc i64 %52 to i32
  %54 = shl i32 %23, 2
  %55 = xor i32 %54, 32
  %56 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %55, i32 %53)
  %57 = lshr i64 %52, 32
  %58 = trunc nuw i64 %57 to i32
  %59 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %55, i32 %58)
  %60 = zext i32 %59 to i64
  %61 = shl nuw i64 %60, 32
  %62 = zext i32 %56 to i64
  %63 = or disjoint i64 %61, %62
  %64 = bitcast i64 %63 to double
  %65 = fadd contract double %51, %64
  %66 = bitcast double %65 to i64
  %67 = trunc i64 %66 to i32
  %68 = shl i32 %23, 2
  %69 = xor i32 %68, 16
  %70 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %69, i32 %67)
  %71 = lshr i64 %66, 32
  %72 = trunc nuw i64 %71 to i32
  %73 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %69, i32 %72)
  %74 = zext i32 %73 to i64
  %75 = shl nuw i64 %74, 32
  %76 = zext i32 %70 to i64
  %77 = or disjoint i64 %75, %76
  %78 = bitcast i64 %77 to double
  %79 = fadd contract double %65, %78
  %80 = bitcast double %79 to i64
  %81 = trunc i64 %80 to i32
  %82 = shl i32 %23, 2
  %83 = xor i32 %82, 8
  %84 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %83, i32 %81)
  %85 = lshr i64 %80, 32
  %86 = trunc nuw i64 %85 to i32
  %87 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %83, i32 %86)
  %88 = zext i32 %87 to i64
  %89 = shl nuw i64 %88, 32
  %90 = zext i32 %84 to i64
  %91 = or disjoint i64 %89, %90
  %92 = bitcast i64 %91 to double
  %93 = fadd contract double %79, %92
  %94 = bitcast double %93 to i64
  %95 = trunc i64 %94 to i32
  %96 = shl i32 %23, 2
  %97 = xor i32 %96, 4
  %98 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %97, i32 %95)
  %99 = lshr i64 %94, 32
  %100 = trunc nuw i64 %99 to i32
  %101 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %97, i32 %100)
  %102 = zext i32 %101 to i64
  %103 = shl nuw i64 %102, 32
  %104 = zext i32 %98 to i64
  %105 = or disjoint i64 %103, %104
  %106 = bitcast i64 %105 to double
  %107 = fadd contract double %93, %106
  br label %108

108:
  %109 = phi double [ %1, %19 ], [ %107, %21 ]
  %110 = icmp eq ptr %0, null
  br i1 %110, label %118, label %111

111:
  br i1 %20, label %116, label %112

112:
  %113 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %114 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %113)
  %115 = icmp eq i32 %114, 0
  br i1 %115, label %116, label %118

116:
  %117 = atomicrmw fadd ptr %0, double %109 syncscope("agent") monotonic, align 8
  br label %118

118:
  ret void
}

define weak_odr hidden void @enzyme_rs_grid_add_all_f32(ptr noundef %0, float noundef %1) convergent nounwind {
  %3 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %4 = icmp eq i64 %3, -1
  br i1 %4, label %5, label %19

5:
  %6 = ptrtoint ptr %0 to i64
  %7 = trunc i64 %6 to i32
  %8 = tail call noundef i32 @llvm.amdgcn.readlane.i32(i32 %7, i32 0)
  %9 = icmp eq i32 %8, %7
  br i1 %9, label %10, label %15

10:
  %11 = lshr i64 %6, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = tail call noundef i32 @llvm.amdgcn.readlane.i32(i32 %12, i32 0)
  %14 = icmp eq i32 %13, %12
  br label %15

15:
  %16 = phi i1 [ false, %5 ], [ %14, %10 ]
  %17 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %16)
  %18 = icmp ne i64 %17, -1
  br label %19

19:
  %20 = phi i1 [ %18, %15 ], [ true, %2 ]
  br i1 %20, label %60, label %21

21:
  %22 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %23 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %22)
  %24 = bitcast float %1 to i32
  %25 = shl i32 %23, 2
  %26 = xor i32 %25, 128
  %27 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %26, i32 %24)
  %28 = bitcast i32 %27 to float
  %29 = fadd contract float %1, %28
  %30 = bitcast float %29 to i32
  %31 = shl i32 %23, 2
  %32 = xor i32 %31, 64
  %33 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %32, i32 %30)
  %34 = bitcast i32 %33 to float
  %35 = fadd contract float %29, %34
  %36 = bitcast float %35 to i32
  %37 = shl i32 %23, 2
  %38 = xor i32 %37, 32
  %39 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %38, i32 %36)
  %40 = bitcast i32 %39 to float
  %41 = fadd contract float %35, %40
  %42 = bitcast float %41 to i32
  %43 = shl i32 %23, 2
  %44 = xor i32 %43, 16
  %45 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %44, i32 %42)
  %46 = bitcast i32 %45 to float
  %47 = fadd contract float %41, %46
  %48 = bitcast float %47 to i32
  %49 = shl i32 %23, 2
  %50 = xor i32 %49, 8
  %51 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %50, i32 %48)
  %52 = bitcast i32 %51 to float
  %53 = fadd contract float %47, %52
  %54 = bitcast float %53 to i32
  %55 = shl i32 %23, 2
  %56 = xor i32 %55, 4
  %57 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %56, i32 %54)
  %58 = bitcast i32 %57 to float
  %59 = fadd contract float %53, %58
  br label %60

60:
  %61 = phi float [ %1, %19 ], [ %59, %21 ]
  %62 = icmp eq ptr %0, null
  br i1 %62, label %70, label %63

63:
  br i1 %20, label %68, label %64

64:
  %65 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %66 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %65)
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %70

68:
  %69 = atomicrmw fadd ptr %0, float %61 syncscope("agent") monotonic, align 4
  br label %70

70:
  ret void
}

define weak_odr hidden void @enzyme_rs_grid_give(ptr noundef captures(none) %0, ptr noundef %1, double noundef %2) convergent nounwind {
  %4 = tail call noundef i64 @llvm.amdgcn.ballot.i64(i1 true)
  %5 = icmp eq i64 %4, -1
  %6 = icmp eq ptr %1, null
  br i1 %6, label %9, label %7

7:
  %8 = ptrtoint ptr %1 to i64
  store atomic i64 %8, ptr %0 syncscope("workgroup") monotonic, align 8
  br label %9

9:
  br i1 %5, label %10, label %97

10:
  %11 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %12 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %11)
  %13 = bitcast double %2 to i64
  %14 = trunc i64 %13 to i32
  %15 = shl i32 %12, 2
  %16 = xor i32 %15, 128
  %17 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %16, i32 %14)
  %18 = lshr i64 %13, 32
  %19 = trunc nuw i64 %18 to i32
  %20 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %16, i32 %19)
  %21 = zext i32 %20 to i64
  %22 = shl nuw i64 %21, 32
  %23 = zext i32 %17 to i64
  %24 = or disjoint i64 %22, %23
  %25 = bitcast i64 %24 to double
  %26 = fadd contract double %2, %25
  %27 = bitcast double %26 to i64
  %28 = trunc i64 %27 to i32
  %29 = shl i32 %12, 2
  %30 = xor i32 %29, 64
  %31 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %30, i32 %28)
  %32 = lshr i64 %27, 32
  %33 = trunc nuw i64 %32 to i32
  %34 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %30, i32 %33)
  %35 = zext i32 %34 to i64
  %36 = shl nuw i64 %35, 32
  %37 = zext i32 %31 to i64
  %38 = or disjoint i64 %36, %37
  %39 = bitcast i64 %38 to double
  %40 = fadd contract double %26, %39
  %41 = bitcast double %40 to i64
  %42 = trunc i64 %41 to i32
  %43 = shl i32 %12, 2
  %44 = xor i32 %43, 32
  %45 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %44, i32 %42)
  %46 = lshr i64 %41, 32
  %47 = trunc nuw i64 %46 to i32
  %48 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %44, i32 %47)
  %49 = zext i32 %48 to i64
  %50 = shl nuw i64 %49, 32
  %51 = zext i32 %45 to i64
  %52 = or disjoint i64 %50, %51
  %53 = bitcast i64 %52 to double
  %54 = fadd contract double %40, %53
  %55 = bitcast double %54 to i64
  %56 = trunc i64 %55 to i32
  %57 = shl i32 %12, 2
  %58 = xor i32 %57, 16
  %59 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %58, i32 %56)
  %60 = lshr i64 %55, 32
  %61 = trunc nuw i64 %60 to i32
  %62 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %58, i32 %61)
  %63 = zext i32 %62 to i64
  %64 = shl nuw i64 %63, 32
  %65 = zext i32 %59 to i64
  %66 = or disjoint i64 %64, %65
  %67 = bitcast i64 %66 to double
  %68 = fadd contract double %54, %67
  %69 = bitcast double %68 to i64
  %70 = trunc i64 %69 to i32
  %71 = shl i32 %12, 2
  %72 = xor i32 %71, 8
  %73 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %72, i32 %70)
  %74 = lshr i64 %69, 32
  %75 = trunc nuw i64 %74 to i32
  %76 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %72, i32 %75)
  %77 = zext i32 %76 to i64
  %78 = shl nuw i64 %77, 32
  %79 = zext i32 %73 to i64
  %80 = or disjoint i64 %78, %79
  %81 = bitcast i64 %80 to double
  %82 = fadd contract double %68, %81
  %83 = bitcast double %82 to i64
  %84 = trunc i64 %83 to i32
  %85 = shl i32 %12, 2
  %86 = xor i32 %85, 4
  %87 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %86, i32 %84)
  %88 = lshr i64 %83, 32
  %89 = trunc nuw i64 %88 to i32
  %90 = tail call noundef i32 @llvm.amdgcn.ds.bpermute(i32 %86, i32 %89)
  %91 = zext i32 %90 to i64
  %92 = shl nuw i64 %91, 32
  %93 = zext i32 %87 to i64
  %94 = or disjoint i64 %92, %93
  %95 = bitcast i64 %94 to double
  %96 = fadd contract double %82, %95
  br label %97

97:
  %98 = phi double [ %2, %9 ], [ %96, %10 ]
  br i1 %5, label %99, label %103

99:
  %100 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %101 = tail call noundef i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %100)
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %103, label %106

103:
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %105 = atomicrmw fadd ptr %104, double %98 syncscope("workgroup") monotonic, align 8
  br label %106

106:
  ret void
}

define weak_odr hidden void @enzyme_rs_grid_take(ptr noundef readonly captures(none) %0, i64 noundef %1, i64 noundef %2) convergent nounwind {
  tail call void @enzyme_rs_grid_barrier() convergent nounwind
  %4 = tail call i64 @enzyme_rs_grid_thread() convergent nounwind
  %5 = icmp slt i64 %4, %1
  br i1 %5, label %7, label %6

6:
  ret void

7:
  %8 = phi i64 [ %25, %23 ], [ %4, %3 ]
  %9 = getelementptr inbounds %struct.sum, ptr %0, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %12 = load double, ptr %11, align 8
  %13 = icmp eq ptr %10, null
  br i1 %13, label %23, label %14

14:
  %15 = shl nuw i64 1, %8
  %16 = and i64 %15, %2
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %21, label %18

18:
  %19 = fptrunc contract double %12 to float
  %20 = atomicrmw fadd ptr %10, float %19 syncscope("agent") monotonic, align 4
  br label %23

21:
  %22 = atomicrmw fadd ptr %10, double %12 syncscope("agent") monotonic, align 8
  br label %23

23:
  %24 = tail call i64 @enzyme_rs_grid_threads() convergent nounwind
  %25 = add nsw i64 %24, %8
  %26 = icmp slt i64 %25, %1
  br i1 %26, label %7, label %6
}

declare i32 @llvm.amdgcn.ds.bpermute(i32, i32) convergent nounwind memory(none)

declare i64 @llvm.amdgcn.ballot.i64(i1) convergent nounwind memory(none)

declare i64 @llvm.cttz.i64(i64, i1 immarg) nounwind memory(none)

declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32) nounwind memory(none)

declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32) nounwind memory(none)

declare i32 @llvm.amdgcn.readlane.i32(i32, i32) convergent nounwind memory(none)

