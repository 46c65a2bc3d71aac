! Arrays that each worker has for itself, with the content of the original, or which gives that back.
module tested
  implicit none
  real(8) :: pace(3)
  !$omp threadprivate(pace)
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: first(4), table(2, 3), last(3)
    integer :: i, k
    do i = 1, 48
      y(i) = 0
    end do
    do k = 1, 4
      first(k) = x(k) * x(k + 1)
    end do
    do k = 1, 3
      table(1, k) = x(k)
      table(2, k) = x(2 * k) * x(k)
    end do
    !$omp parallel do firstprivate(first, table)
    do i = 1, 48
      first(1) = first(1) * 1d0
      y(i) = x(i) * first(mod(i, 4) + 1) * table(mod(i, 2) + 1, mod(i, 3) + 1)
    end do
    !$omp parallel do private(k) lastprivate(last)
    do i = 1, 48
      do k = 1, 3
        last(k) = x(i) * x(k) * k
      end do
      y(i) = y(i) + last(1) * last(3)
    end do
    do k = 1, 3
      pace(k) = x(k) * last(k)
    end do
    !$omp parallel do copyin(pace)
    do i = 1, 48
      y(i) = y(i) * pace(mod(i, 3) + 1)
    end do
  end subroutine
end module

include 'check.inc'
