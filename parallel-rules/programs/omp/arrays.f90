! The usual time loop from one array to the other and back. flang tells the arguments of a procedure apart by type, and they change places.
module steps
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

program arrays
  use steps
  implicit none
  external :: run__enzyme_autodiff, run__enzyme_fwddiff
  integer :: enzyme_dup
  common /enzyme_dup/ enzyme_dup
  real(8), parameter :: h = 1d-5
  real(8) :: x(48), v(48), w(48), y(48), tangent(48), gradient(48), seed(48), above(48), below(48)
  integer :: i
  do i = 1, 48
    x(i) = 0.6d0 + 0.3d0 * sin(1 + 2.3d0 * i)
    v(i) = cos(1.7d0 * i)
    w(i) = sin(0.9d0 * i + 1)
  end do
  tangent = 0
  call run__enzyme_fwddiff(run, enzyme_dup, x, v, enzyme_dup, y, tangent)
  gradient = 0
  seed = w
  call run__enzyme_autodiff(run, enzyme_dup, x, gradient, enzyme_dup, y, seed)
  call run(x + h * v, above)
  call run(x - h * v, below)
  call judge('tangent', maxval(abs((above - below) / (2 * h) - tangent)), 1d-7)
  call judge('gradient', abs(dot_product(w, tangent) - dot_product(gradient, v)), 1d-11)
contains
  subroutine judge(what, off, most)
    character(*), intent(in) :: what
    real(8), intent(in) :: off, most
    print '(a)', merge('PASS ', 'FAIL ', off <= most) // what
  end subroutine
end program
