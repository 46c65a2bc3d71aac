! RUN: enzyme-fc -O2 -c hook_function.f90
module model
contains
  real(8) function square(x)
    real(8), intent(in) :: x
    square = x**2
  end function
end module
program main
  use model
  real(8), external :: square__enzyme_autodiff
  integer :: enzyme_dup
  common /enzyme_dup/ enzyme_dup
  real(8) :: x, dx
  x = square__enzyme_autodiff(square, enzyme_dup, x, dx)
  print *, x
end program
