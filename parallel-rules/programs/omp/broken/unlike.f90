! Each worker has a copy of an array that does not lie in one piece.
subroutine run(x, y)
  implicit none
  real(8), intent(inout) :: x(8)
  real(8), intent(out) :: y(4)
  call each(x(1:8:2), y)
contains
  subroutine each(a, y)
    real(8) :: a(:)
    real(8), intent(out) :: y(4)
    integer :: i
    !$omp parallel do firstprivate(a)
    do i = 1, 4
      a(i) = a(i) * a(1)
      y(i) = a(i)
    end do
  end subroutine
end subroutine

program check
  implicit none
  external :: run, run__enzyme_autodiff
  integer :: enzyme_dup
  common /enzyme_dup/ enzyme_dup
  real(8) :: x(8), y(4), dx(8), dy(4)
  x = 2
  dx = 0
  dy = 1
  call run__enzyme_autodiff(run, enzyme_dup, x, dx, enzyme_dup, y, dy)
end program
