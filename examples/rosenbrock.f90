! Fortran: the gradient of a function, and the derivative in one direction, against differences.
!
!     enzyme-fc -O2 rosenbrock.f90 -o rosenbrock && ./rosenbrock
!
! A hook is an external procedure that nobody defines. Its name contains __enzyme_autodiff (reverse mode) or __enzyme_fwddiff
! (forward mode) behind some letter, for Fortran's names begin with one. It takes the procedure, and for each of its arguments a
! marker and what the marker asks for.

! The function: a subroutine that stores its result.
subroutine rosenbrock(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n - 1
    y = y + 100 * (x(i + 1) - x(i)**2)**2 + (1 - x(i))**2
  end do
end subroutine

! The same as a function.
real(8) function valley(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  call rosenbrock(n, x, valley)
end function

program main
  implicit none
  external :: rosenbrock, valley, reverse__enzyme_autodiff
  real(8), external :: forward__enzyme_fwddiff
  ! Markers are integers in common blocks of their names. Their values mean nothing.
  integer :: enzyme_const, enzyme_dup
  common /enzyme_const/ enzyme_const
  common /enzyme_dup/ enzyme_dup
  integer, parameter :: n = 4
  real(8), parameter :: h = 1d-5
  real(8) :: x(n), dx(n), moved(n), y, dy, above, below, along
  integer :: i

  x = [-1.2d0, 1.0d0, 0.5d0, 0.8d0]

  ! Reverse mode: dy is the seed of y, adjoints are added to dx.
  dx = 0
  dy = 1
  call reverse__enzyme_autodiff(rosenbrock, enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy)
  do i = 1, n
    moved = x
    moved(i) = x(i) + h
    call rosenbrock(n, moved, above)
    moved(i) = x(i) - h
    call rosenbrock(n, moved, below)
    print '(a, i0, a, f14.6, a, f14.6)', 'd/dx', i, ': ', dx(i), ' by differences: ', (above - below) / (2 * h)
  end do

  ! Forward mode, of a function: the tangent of the result is returned. Along the gradient it is the square of its length.
  moved = dx
  along = forward__enzyme_fwddiff(valley, enzyme_const, n, enzyme_dup, x, moved)
  print '(a, f14.3, a, f14.3)', 'along:  ', along, ' by the gradient:  ', sum(dx**2)
end program
