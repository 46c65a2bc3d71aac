! A substance in a channel that is a ring: the flow carries it along, and it spreads, u_t + speed u_x = diffusivity u_xx, over MPI.
!
! Controls: the speed, and the concentrations at the beginning. Objective: half the mean of the squares of the concentrations at the end. A beginning:
! put your own simulation into these procedures. The head of enzyme_rs/application.h says what they must keep to.
!
! Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn.
module NAME
  use enzyme_rs_application
  implicit none
  include "mpif.h"

  character(*), parameter :: simulation_name = "NAME", simulation_about = "a substance in a channel, over MPI"

  ! The greatest speed that an inversion may try, in m/s.
  real(c_double), parameter :: greatest_speed = 2

  ! What never changes during a run, and how many numbers the fields of the controls have on this rank, and those of the state, as named below: `count` of the points, behind the first `before`.
  type :: simulation
    integer(c_int64_t) :: controls, numbers, points, before, count
    integer :: left, right
    real(c_double) :: length, spacing, time_step, diffusivity
  end type

contains

  ! Deals the points out to the ranks.
  subroutine decompose(s)
    type(simulation), intent(inout) :: s
    integer :: rank, ranks, error
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    s%before = s%points * rank / ranks
    s%count = s%points * (rank + 1) / ranks - s%before
    s%left = modulo(rank - 1, ranks)
    s%right = modulo(rank + 1, ranks)
  end subroutine

  ! Whether no step makes concentrations grow: each new one is then a mean of old ones, whose weights are not below 0.
  function is_stable(s)
    type(simulation), intent(in) :: s
    logical :: is_stable
    real(c_double) :: courant, spread
    courant = greatest_speed * s%time_step / s%spacing
    spread = s%diffusivity * s%time_step / s%spacing**2
    is_stable = s%time_step > 0 .and. courant + 2 * spread <= 1
  end function

  ! Reads the parameters of the case and names the fields.
  subroutine simulation_create(s, setup)
    type(simulation), intent(out) :: s
    type(enzyme_rs_app_setup), intent(in) :: setup
    type(enzyme_rs_app_field) :: speed, line
    s%points = enzyme_rs_app_integer(setup, "points", 200_c_int64_t, "points along the channel")
    s%length = enzyme_rs_app_number(setup, "length", 1000.0_c_double, "m", "length of the channel")
    s%diffusivity = enzyme_rs_app_number(setup, "diffusivity", 0.5_c_double, "m^2/s", "how fast the substance spreads")
    s%time_step = enzyme_rs_app_number(setup, "time_step", 1.0_c_double, "s", "time from step to step")
    call enzyme_rs_app_steps(setup, enzyme_rs_app_integer(setup, "steps", 500_c_int64_t, "time steps"))
    if (s%points < 3) call enzyme_rs_app_refuse(setup, "points", "must be 3 or more")
    s%spacing = s%length / max(s%points, 1_c_int64_t)
    if (.not. s%length > 0) then
      call enzyme_rs_app_refuse(setup, "length", "must be above 0")
    else if (.not. s%diffusivity >= 0) then
      call enzyme_rs_app_refuse(setup, "diffusivity", "must not be below 0")
    else if (.not. is_stable(s)) then
      call enzyme_rs_app_refuse(setup, "time_step", "must be above 0, and at most spacing / (greatest speed + 2 diffusivity / spacing), &
        &or the scheme is not stable: take shorter steps, or fewer points")
    end if
    call decompose(s)
    if (s%count < 1) call enzyme_rs_app_refuse(setup, "points", "are too few: some ranks would have none")
    s%controls = 1 + s%count
    s%numbers = s%count

    speed%role = enzyme_rs_app_control
    speed%greatest = greatest_speed
    call enzyme_rs_app_field_of(setup, "speed", "m/s", speed)
    line%dimensions = 1
    line%extent(1) = s%points
    line%first(1) = s%before
    line%count(1) = s%count
    line%spacing(1) = s%spacing
    line%role = enzyme_rs_app_control
    call enzyme_rs_app_field_of(setup, "start", "kg/m^3", line)
    line%role = enzyme_rs_app_state
    call enzyme_rs_app_field_of(setup, "concentration", "kg/m^3", line)
  end subroutine

  subroutine simulation_destroy(s)
    type(simulation), intent(inout) :: s
  end subroutine

  ! The controls to begin with, in the order in which they were named; of `start`, this rank's.
  subroutine simulation_guess(s, controls)
    type(simulation), intent(in) :: s
    real(c_double), intent(out) :: controls(1 + s%count)
    integer(c_int64_t) :: i
    controls(1) = 1
    do i = 1, s%count
      controls(1 + i) = exp(-(((s%before + i - 1) * s%spacing - 0.3_c_double * s%length) / (0.05_c_double * s%length))**2)
    end do
  end subroutine

  ! The first state.
  subroutine simulation_initial(s, controls, state)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: controls(1 + s%count)
    real(c_double), intent(out) :: state(s%count)
    state = controls(2:)
  end subroutine

  ! Upwind differences along the flow, explicit Euler in time. `wide` has the neighbours' points at its ends.
  subroutine simulation_step(s, step, controls, before, after)
    type(simulation), intent(in) :: s
    integer(c_int64_t), intent(in) :: step
    real(c_double), intent(in) :: controls(1 + s%count), before(s%count)
    real(c_double), intent(out) :: after(s%count)
    real(c_double) :: courant, spread, wide(0:s%count + 1)
    integer(c_int64_t) :: i, n
    integer :: error
    n = s%count
    courant = controls(1) * s%time_step / s%spacing
    spread = s%diffusivity * s%time_step / s%spacing**2
    wide(1:n) = before
    call MPI_Sendrecv(wide(n), 1, MPI_DOUBLE_PRECISION, s%right, 0, wide(0), 1, MPI_DOUBLE_PRECISION, s%left, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    call MPI_Sendrecv(wide(1), 1, MPI_DOUBLE_PRECISION, s%left, 1, wide(n + 1), 1, MPI_DOUBLE_PRECISION, s%right, 1, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    do i = 1, n
      after(i) = wide(i) - courant * (wide(i) - wide(i - 1)) + spread * (wide(i - 1) - 2 * wide(i) + wide(i + 1))
    end do
  end subroutine

  ! One number of the last state: the sum of what the ranks return.
  subroutine simulation_objective(s, controls, state, value)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: controls(1 + s%count), state(s%count)
    real(c_double), intent(out) :: value
    value = sum(state**2) / (2 * s%points)
  end subroutine

#include "enzyme_rs_application.inc"

end module
