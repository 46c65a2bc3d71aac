; RUN: diagnostics f(out)
; As source_line.ll with an unknown function: the place in the source comes first.
; CHECK: model.c:9:12: error: `mystery` is called on active data and nothing is known of it [EZ0101]
declare double @mystery(double)
define double @f(double %x) !dbg !3 {
entry:
  %y = call double @mystery(double %x), !dbg !6
  ret double %y, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "model.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 9, column: 12, scope: !3)
!7 = !DILocation(line: 9, column: 3, scope: !3)
