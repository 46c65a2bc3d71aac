! RUN: ENZYME_RS_OPTIONS=inline-limt=9 enzyme-fc -O2 -c setting.f90
subroutine nothing()
end subroutine
