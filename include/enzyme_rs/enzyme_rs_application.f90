! enzyme_rs_application.f90 - a simulation in Fortran, as `enzyme-rs run` takes it
!
! The types of application.h, and functions that ask for parameters and name fields. A simulation is a module that ends with enzyme_rs_application.inc, which says
! what the module must have; apps/burgers is one. Compile this file in front of your own.
!
! Owns: these declarations, and texts on their way to C. Must not: know a simulation.
module enzyme_rs_application
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_int32_t), parameter :: enzyme_rs_app_control = 0, enzyme_rs_app_state = 1

  !> Numbers on a grid, or one number; see application.h. Lists begin with the slowest dimension: of an array of Fortran, the last one.
  type, bind(C) :: enzyme_rs_app_field
    type(c_ptr) :: name = c_null_ptr, unit = c_null_ptr
    integer(c_int32_t) :: role = 0, dimensions = 0
    integer(c_int64_t) :: extent(3) = 0, first(3) = 0, count(3) = 0
    real(c_double) :: origin(3) = 0, spacing(3) = 0
    real(c_double) :: least = 0, greatest = 0
  end type

  !> What the driver offers while a simulation is made.
  type, bind(C) :: enzyme_rs_app_setup
    integer(c_int64_t) :: size
    type(c_ptr) :: driver
    type(c_funptr) :: number, integer, text, file, steps, field, refuse
  end type

  !> A simulation.
  type, bind(C) :: enzyme_rs_app
    integer(c_int64_t) :: size
    type(c_ptr) :: name, about, ranks
    type(c_funptr) :: create, destroy, guess, initial, step, objective, done
    type(c_funptr) :: initial_adjoint, step_adjoint, objective_adjoint
    type(c_funptr) :: initial_tangent, step_tangent, objective_tangent
    type(c_funptr) :: whole, whole_adjoint
    type(c_funptr) :: initial_second, step_second, objective_second
  end type

  abstract interface
    function ask_number(driver, name, otherwise, unit, meaning) bind(C)
      import
      type(c_ptr), value :: driver
      character(kind=c_char), intent(in) :: name(*), unit(*), meaning(*)
      real(c_double), value :: otherwise
      real(c_double) :: ask_number
    end function
    function ask_integer(driver, name, otherwise, meaning) bind(C)
      import
      type(c_ptr), value :: driver
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      integer(c_int64_t), value :: otherwise
      integer(c_int64_t) :: ask_integer
    end function
    subroutine say_steps(driver, steps) bind(C)
      import
      type(c_ptr), value :: driver
      integer(c_int64_t), value :: steps
    end subroutine
    subroutine say_field(driver, field) bind(C)
      import
      type(c_ptr), value :: driver
      type(enzyme_rs_app_field), intent(in) :: field
    end subroutine
    subroutine say_refusal(driver, name, why) bind(C)
      import
      type(c_ptr), value :: driver
      character(kind=c_char), intent(in) :: name(*), why(*)
    end subroutine
  end interface

  interface
    !> Says that doubles lie there, up to so many bytes on.
    subroutine enzyme_rs_app_doubles(at, bytes) bind(C, name="__enzyme_double_of_app")
      import
      real(c_double), intent(in) :: at(*)
      integer(c_int64_t), value :: bytes
    end subroutine
  end interface

contains

  !> A parameter of the case that is a number, in this unit.
  function enzyme_rs_app_number(s, name, otherwise, unit, meaning) result(number)
    type(enzyme_rs_app_setup), intent(in) :: s
    character(*), intent(in) :: name, unit, meaning
    real(c_double), intent(in) :: otherwise
    real(c_double) :: number
    procedure(ask_number), pointer :: ask
    call c_f_procpointer(s%number, ask)
    number = ask(s%driver, name // c_null_char, otherwise, unit // c_null_char, meaning // c_null_char)
  end function

  !> A parameter that is a whole number.
  function enzyme_rs_app_integer(s, name, otherwise, meaning) result(number)
    type(enzyme_rs_app_setup), intent(in) :: s
    character(*), intent(in) :: name, meaning
    integer(c_int64_t), intent(in) :: otherwise
    integer(c_int64_t) :: number
    procedure(ask_integer), pointer :: ask
    call c_f_procpointer(s%integer, ask)
    number = ask(s%driver, name // c_null_char, otherwise, meaning // c_null_char)
  end function

  !> How many steps the run has.
  subroutine enzyme_rs_app_steps(s, steps)
    type(enzyme_rs_app_setup), intent(in) :: s
    integer(c_int64_t), intent(in) :: steps
    procedure(say_steps), pointer :: say
    call c_f_procpointer(s%steps, say)
    call say(s%driver, steps)
  end subroutine

  !> Names a field, whose other members are set.
  subroutine enzyme_rs_app_field_of(s, name, unit, field)
    type(enzyme_rs_app_setup), intent(in) :: s
    character(*), intent(in) :: name, unit
    type(enzyme_rs_app_field), intent(in) :: field
    procedure(say_field), pointer :: say
    character(kind=c_char), target :: its_name(len(name) + 1), its_unit(len(unit) + 1)
    type(enzyme_rs_app_field) :: whole
    its_name = transfer(name // c_null_char, its_name)
    its_unit = transfer(unit // c_null_char, its_unit)
    whole = field
    whole%name = c_loc(its_name)
    whole%unit = c_loc(its_unit)
    call c_f_procpointer(s%field, say)
    call say(s%driver, whole)
  end subroutine

  !> Says that the value of a parameter cannot be had, and why.
  subroutine enzyme_rs_app_refuse(s, name, why)
    type(enzyme_rs_app_setup), intent(in) :: s
    character(*), intent(in) :: name, why
    procedure(say_refusal), pointer :: say
    call c_f_procpointer(s%refuse, say)
    call say(s%driver, name // c_null_char, why // c_null_char)
  end subroutine

end module
