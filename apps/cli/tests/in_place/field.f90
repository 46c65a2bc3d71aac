! An allocatable array, an array of the main program and numbers, all by reference.
module fields
contains
  subroutine energy(n, u, w, e)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n), w(*)
    real(8), intent(out) :: e
    integer :: i
    e = 0
    do i = 1, n - 1
      e = e + sin(u(i)) * u(i + 1) * w(i)
    end do
  end subroutine
end module

program main
  use fields
  implicit none
  external :: reverse__enzyme_autodiff
  integer :: enzyme_const, enzyme_dup
  common /enzyme_const/ enzyme_const
  common /enzyme_dup/ enzyme_dup
  integer, parameter :: n = 20
  real(8), allocatable :: u(:), du(:)
  real(8) :: w(n), dw(n), e, de
  allocate (u(n), du(n))
  u = 0.3d0
  w = 2
  du = 0
  dw = 0
  de = 1
  call reverse__enzyme_autodiff(energy, enzyme_const, n, enzyme_dup, u, du, enzyme_dup, w, dw, enzyme_dup, e, de)
  print '(a,f12.6)', 'du', sum(du)
end program
