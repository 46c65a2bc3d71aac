! RUN: enzyme-fc -O2 -c unknown_function.f90
module model
contains
  real(8) function energy(x)
    real(8), intent(in) :: x(4)
    real(8) :: field(4)
    external :: smooth
    field = x**2
    call smooth(field)
    energy = sum(field)
  end function
  subroutine derivative(x, dx)
    real(8) :: x(4), dx(4)
    external :: energy__enzyme_autodiff
    integer :: enzyme_dup
    common /enzyme_dup/ enzyme_dup
    call energy__enzyme_autodiff(energy, enzyme_dup, x, dx)
  end subroutine
end module
