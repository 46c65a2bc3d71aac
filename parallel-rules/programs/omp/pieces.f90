! Each worker has a copy of an array that does not lie in one piece.
module tested
  implicit none
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: table(2, 24)
    integer :: i
    do i = 1, 24
      table(1, i) = x(i) * x(i + 1)
      table(2, i) = x(2 * i)
    end do
    call each(table(2, :), x, y)
  end subroutine
  subroutine each(a, x, y)
    real(8) :: a(:)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    integer :: i
    !$omp parallel do firstprivate(a)
    do i = 1, 48
      a(1) = a(2) * x(i)
      y(i) = a(mod(i, 24) + 1) * a(1)
    end do
  end subroutine
end module

include 'check.inc'
