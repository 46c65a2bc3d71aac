! RUN: enzyme-fc -O2 -c all_inactive.f90
module model
contains
  real(8) function square(x)
    real(8), intent(in) :: x
    square = x**2
  end function
  subroutine derivative(x)
    real(8) :: x
    external :: square__enzyme_autodiff
    integer :: enzyme_const
    common /enzyme_const/ enzyme_const
    call square__enzyme_autodiff(square, enzyme_const, x)
  end subroutine
end module
