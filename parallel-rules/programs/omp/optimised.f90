! What flang leaves to its library where it does not optimise: sums of arrays, and the arrays of tasks whose bounds the procedure is given.
module tested
  implicit none
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: z(48), s
    integer :: i
    call handed(x, z, 48, 4)
    !$omp parallel
    !$omp workshare
    s = sum(z)
    y = x * z * s
    !$omp end workshare
    !$omp end parallel
  end subroutine

  subroutine handed(x, y, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: own(m)
    integer :: i, k
    !$omp parallel
    !$omp single
    do i = 1, n
      do k = 1, m
        own(k) = x(i) * x(k)
      end do
      !$omp task firstprivate(own, i)
      own(1) = own(2) * own(3)
      y(i) = own(1) * own(m)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine
end module

include 'check.inc'
