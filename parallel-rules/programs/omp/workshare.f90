! Statements on whole arrays whose elements workers share out.
module tested
  implicit none
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    call work(x, y, 48)
  end subroutine

  subroutine work(x, y, n)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: z(n), a, b
    integer :: i
    !$omp parallel
    !$omp workshare
    z = x * x
    a = x(1) * x(2)
    b = a * a
    y(1:n/2) = a * z(1:n/2)
    y(n/2+1:n) = b * x(n/2+1:n)
    where (z > 0.5d0) y = y * z(2)
    forall (i = 2:n) z(i) = x(i) * x(i - 1)
    y = y + z
    !$omp end workshare
    !$omp end parallel
    !$omp parallel workshare
    y = y * x
    !$omp end parallel workshare
  end subroutine
end module

include 'check.inc'
