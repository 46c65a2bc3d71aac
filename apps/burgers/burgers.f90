! Burgers' equation u_t + (u^2/2)_x = nu u_xx on a circle of length 1, by explicit Euler steps with central differences in the form that keeps
! the sum of u.
!
! Controls: u at the beginning. Objective: the sum of u at the end, or that of its square, each times the spacing.
!
! Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn.
module burgers
  use enzyme_rs_application
  implicit none

  ! Hooks and their markers.
  external :: burgers_f__enzyme_autodiff, burgers_f__enzyme_fwddiff
  integer :: enzyme_const, enzyme_dup
  common /enzyme_const/ enzyme_const
  common /enzyme_dup/ enzyme_dup

  ! What never changes during a run.
  type :: circle
    integer :: points
    real(c_double) :: spacing, time_step, viscosity
    ! 1: the sum of u, 2: of its square.
    integer :: power
  end type

contains

  ! Differentiated: a step.
  subroutine advance(c, before, after)
    type(circle), intent(in) :: c
    real(c_double), intent(in) :: before(c%points)
    real(c_double), intent(out) :: after(c%points)
    integer :: i, left, right
    real(c_double) :: flux, spread
    do i = 1, c%points
      left = merge(c%points, i - 1, i == 1)
      right = merge(1, i + 1, i == c%points)
      flux = (before(right)**2 - before(left)**2) / (4 * c%spacing)
      spread = (before(right) - 2 * before(i) + before(left)) / c%spacing**2
      after(i) = before(i) + c%time_step * (c%viscosity * spread - flux)
    end do
  end subroutine

  ! Differentiated: the objective.
  subroutine measure(c, state, value)
    type(circle), intent(in) :: c
    real(c_double), intent(in) :: state(c%points)
    real(c_double), intent(out) :: value
    integer :: i
    value = 0
    do i = 1, c%points
      if (c%power == 1) then
        value = value + state(i) * c%spacing
      else
        value = value + state(i)**2 * c%spacing / 2
      end if
    end do
  end subroutine

  function of(app) result(c)
    type(c_ptr), intent(in) :: app
    type(circle), pointer :: c
    call c_f_pointer(app, c)
  end function

  function create(setup) bind(C, name="") result(app)
    type(enzyme_rs_app_setup), intent(in) :: setup
    type(c_ptr) :: app
    type(circle), pointer :: c
    type(enzyme_rs_app_field) :: field
    allocate (c)
    c%points = int(enzyme_rs_app_integer(setup, "points", 200_c_int64_t, "points on the circle"))
    c%viscosity = enzyme_rs_app_number(setup, "viscosity", 0.005_c_double, "", "how fast differences spread")
    c%time_step = enzyme_rs_app_number(setup, "time_step", 0.001_c_double, "", "time from step to step")
    c%power = int(enzyme_rs_app_integer(setup, "power", 2_c_int64_t, "1: the sum of u at the end; 2: half the sum of its square"))
    call enzyme_rs_app_steps(setup, enzyme_rs_app_integer(setup, "steps", 300_c_int64_t, "time steps"))
    if (c%points < 3) call enzyme_rs_app_refuse(setup, "points", "must be 3 or more")
    if (c%power /= 1 .and. c%power /= 2) call enzyme_rs_app_refuse(setup, "power", "must be 1 or 2")
    c%spacing = 1 / real(max(c%points, 1), c_double)
    field%dimensions = 1
    field%extent(1) = c%points
    field%count(1) = c%points
    field%spacing(1) = c%spacing
    field%role = enzyme_rs_app_control
    call enzyme_rs_app_field_of(setup, "start", "", field)
    field%role = enzyme_rs_app_state
    call enzyme_rs_app_field_of(setup, "u", "", field)
    app = c_loc(c)
  end function

  subroutine destroy(app) bind(C, name="")
    type(c_ptr), value :: app
    type(circle), pointer :: c
    c => of(app)
    deallocate (c)
  end subroutine

  subroutine guess(app, controls) bind(C, name="")
    type(c_ptr), value :: app
    real(c_double), intent(out) :: controls(*)
    type(circle), pointer :: c
    real(c_double), parameter :: pi = acos(-1.0_c_double)
    integer :: i
    c => of(app)
    do i = 1, c%points
      controls(i) = 1 + 0.5_c_double * sin(2 * pi * (i - 1) * c%spacing)
    end do
  end subroutine

  subroutine initial(app, controls, state) bind(C, name="")
    type(c_ptr), value :: app
    real(c_double), intent(in) :: controls(*)
    real(c_double), intent(out) :: state(*)
    type(circle), pointer :: c
    c => of(app)
    state(1:c%points) = controls(1:c%points)
  end subroutine

  subroutine step(app, number, controls, before, after) bind(C, name="")
    type(c_ptr), value :: app
    integer(c_int64_t), value :: number
    real(c_double), intent(in) :: controls(*), before(*)
    real(c_double), intent(out) :: after(*)
    call advance(of(app), before, after)
  end subroutine

  function objective(app, controls, state) bind(C, name="") result(value)
    type(c_ptr), value :: app
    real(c_double), intent(in) :: controls(*), state(*)
    real(c_double) :: value
    call measure(of(app), state, value)
  end function

  subroutine initial_adjoint(app, controls, dcontrols, state, dstate) bind(C, name="")
    type(c_ptr), value :: app
    real(c_double), intent(in) :: controls(*)
    real(c_double), intent(inout) :: dcontrols(*), state(*), dstate(*)
    type(circle), pointer :: c
    c => of(app)
    dcontrols(1:c%points) = dcontrols(1:c%points) + dstate(1:c%points)
    dstate(1:c%points) = 0
  end subroutine

  subroutine step_adjoint(app, number, controls, dcontrols, before, dbefore, after, dafter) bind(C, name="")
    type(c_ptr), value :: app
    integer(c_int64_t), value :: number
    real(c_double), intent(in) :: controls(*), before(*)
    real(c_double), intent(inout) :: dcontrols(*), dbefore(*), after(*), dafter(*)
    call burgers_f__enzyme_autodiff(advance, enzyme_const, of(app), enzyme_dup, before, dbefore, enzyme_dup, after, dafter)
  end subroutine

  subroutine objective_adjoint(app, controls, dcontrols, state, dstate) bind(C, name="")
    type(c_ptr), value :: app
    real(c_double), intent(in) :: controls(*), state(*)
    real(c_double), intent(inout) :: dcontrols(*), dstate(*)
    real(c_double) :: value, seed
    value = 0
    seed = 1
    call burgers_f__enzyme_autodiff(measure, enzyme_const, of(app), enzyme_dup, state, dstate, enzyme_dup, value, seed)
  end subroutine

  subroutine initial_tangent(app, controls, dcontrols, state, dstate) bind(C, name="")
    type(c_ptr), value :: app
    real(c_double), intent(in) :: controls(*), dcontrols(*)
    real(c_double), intent(out) :: state(*), dstate(*)
    call initial(app, controls, state)
    call initial(app, dcontrols, dstate)
  end subroutine

  subroutine step_tangent(app, number, controls, dcontrols, before, dbefore, after, dafter) bind(C, name="")
    type(c_ptr), value :: app
    integer(c_int64_t), value :: number
    real(c_double), intent(in) :: controls(*), dcontrols(*), before(*), dbefore(*)
    real(c_double), intent(inout) :: after(*), dafter(*)
    call burgers_f__enzyme_fwddiff(advance, enzyme_const, of(app), enzyme_dup, before, dbefore, enzyme_dup, after, dafter)
  end subroutine

  function objective_tangent(app, controls, dcontrols, state, dstate) bind(C, name="") result(tangent)
    type(c_ptr), value :: app
    real(c_double), intent(in) :: controls(*), dcontrols(*), state(*), dstate(*)
    real(c_double) :: value, tangent
    value = 0
    tangent = 0
    call burgers_f__enzyme_fwddiff(measure, enzyme_const, of(app), enzyme_dup, state, dstate, enzyme_dup, value, tangent)
  end function

  subroutine fill(table) bind(C, name="enzyme_rs_application_fill")
    type(enzyme_rs_app), intent(inout) :: table
    character(kind=c_char), save, target :: name(8) = [character(1) :: "b", "u", "r", "g", "e", "r", "s", c_null_char]
    character(len=40, kind=c_char), save, target :: about = "Burgers' equation on a circle" // c_null_char
    table%name = c_loc(name)
    table%about = c_loc(about)
    table%create = c_funloc(create)
    table%destroy = c_funloc(destroy)
    table%guess = c_funloc(guess)
    table%initial = c_funloc(initial)
    table%step = c_funloc(step)
    table%objective = c_funloc(objective)
    table%initial_adjoint = c_funloc(initial_adjoint)
    table%step_adjoint = c_funloc(step_adjoint)
    table%objective_adjoint = c_funloc(objective_adjoint)
    table%initial_tangent = c_funloc(initial_tangent)
    table%step_tangent = c_funloc(step_tangent)
    table%objective_tangent = c_funloc(objective_tangent)
  end subroutine

end module
