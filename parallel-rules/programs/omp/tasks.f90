! Tasks with arrays of their own.
module tested
  implicit none
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: z(48)
    integer :: i
    call constant(x, y, 48)
    call sized(x, z, 48, 4)
    do i = 1, 48
      y(i) = y(i) * z(i)
    end do
  end subroutine

  subroutine constant(x, y, n)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: own(4)
    integer :: i, k
    !$omp parallel
    !$omp single
    do i = 1, n
      do k = 1, 4
        own(k) = x(i) * x(k)
      end do
      !$omp task firstprivate(own, i)
      own(1) = own(2) * own(3)
      y(i) = own(1) * own(4)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  subroutine sized(x, y, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: own(m)
    integer :: i, k
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task private(own, k) firstprivate(i)
      do k = 1, m
        own(k) = x(i) * x(k)
      end do
      own(1) = own(2) * own(3)
      y(i) = own(1) * own(m)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine
end module

include 'check.inc'
