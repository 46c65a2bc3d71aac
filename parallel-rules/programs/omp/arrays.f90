! The usual time loop from one array to the other and back. flang tells the arguments of a procedure apart by type, and they change places.
module tested
  implicit none
contains
  subroutine step(from, to, n)
    integer, intent(in) :: n
    real(8), intent(in) :: from(n)
    real(8), intent(inout) :: to(n)
    integer :: i
    do i = 2, n - 1
      to(i) = sin(from(i) * from(i - 1) * from(i + 1))
    end do
  end subroutine

  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: one(48), other(48)
    integer :: t, i
    do i = 1, 48
      one(i) = x(i)
      other(i) = 0.5d0 * x(i)
    end do
    do t = 1, 3
      call step(one, other, 48)
      call step(other, one, 48)
    end do
    do i = 1, 48
      y(i) = one(i)
    end do
  end subroutine
end module

include 'check.inc'
