! The gradient of a van der Pol oscillator by Revolve, against central differences.
!
! x' = y, y' = mu (1 - x^2) y - x by the explicit midpoint rule; the objective is x^2 + x y at the end.
! Its derivatives with respect to x(0), y(0) and mu come from a hand-written adjoint step. Half way the
! schedule is thrown away and resumed from a cursor, as after a restart.
program vanderpol
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use enzyme_rs_checkpoint
    implicit none
    integer(int64), parameter :: steps = 1500, slots = 8
    real(real64), parameter :: h = 2e-3_real64, start(2) = [2.0_real64, -0.6_real64], mu0 = 1.3_real64
    real(real64), parameter :: eps = 1e-5_real64
    real(real64) :: found(3), expected(3), worst
    integer(int64) :: forward_steps

    call gradient(found, forward_steps)
    expected(1) = (objective(start + [eps, 0.0_real64], mu0) - objective(start - [eps, 0.0_real64], mu0))
    expected(2) = (objective(start + [0.0_real64, eps], mu0) - objective(start - [0.0_real64, eps], mu0))
    expected(3) = (objective(start, mu0 + eps) - objective(start, mu0 - eps))
    expected = expected/(2*eps)
    worst = maxval(abs(found - expected)/max(1.0_real64, abs(expected)))
    print '(a,i0,a,i0,a,i0,a,es8.1)', "vanderpol: ", forward_steps, " forward steps for ", steps, &
        " steps with ", slots, " checkpoints; largest error ", worst
    if (worst > 1e-8_real64) error stop "vanderpol: the gradient is wrong"

contains

    function slope(u, mu)
        real(real64), intent(in) :: u(2), mu
        real(real64) :: slope(2)
        slope = [u(2), mu*(1 - u(1)**2)*u(2) - u(1)]
    end function

    function step(u, mu)
        real(real64), intent(in) :: u(2), mu
        real(real64) :: step(2)
        step = u + h*slope(u + h/2*slope(u, mu), mu)
    end function

    !> Adds the adjoints of a slope at u to those of u and mu.
    subroutine slope_adjoint(u, mu, seed, du, dmu)
        real(real64), intent(in) :: u(2), mu, seed(2)
        real(real64), intent(inout) :: du(2), dmu
        du(1) = du(1) - seed(2)*(2*mu*u(1)*u(2) + 1)
        du(2) = du(2) + seed(1) + seed(2)*mu*(1 - u(1)**2)
        dmu = dmu + seed(2)*(1 - u(1)**2)*u(2)
    end subroutine

    !> The adjoint of a step from u: du is that of the result before and that of u after.
    subroutine step_adjoint(u, mu, du, dmu)
        real(real64), intent(in) :: u(2), mu
        real(real64), intent(inout) :: du(2), dmu
        real(real64) :: dmiddle(2)
        dmiddle = 0
        call slope_adjoint(u + h/2*slope(u, mu), mu, h*du, dmiddle, dmu)
        du = du + dmiddle
        call slope_adjoint(u, mu, h/2*dmiddle, du, dmu)
    end subroutine

    function objective(u0, mu)
        real(real64), intent(in) :: u0(2), mu
        real(real64) :: objective, u(2)
        integer(int64) :: k
        u = u0
        do k = 1, steps
            u = step(u, mu)
        end do
        objective = u(1)**2 + u(1)*u(2)
    end function

    subroutine gradient(adjoint, forward_steps)
        real(real64), intent(out) :: adjoint(3)
        integer(int64), intent(out) :: forward_steps
        type(checkpoint_schedule) :: schedule
        type(checkpoint_action) :: action
        type(checkpoint_info) :: info
        character(:), allocatable :: cursor
        real(real64), allocatable :: stored(:, :)
        real(real64) :: state(2), tape(2)
        integer(int64) :: k

        call schedule%open(checkpoint_spec(kind=CHECKPOINT_REVOLVE, slots=slots), steps=steps)
        call schedule%check()
        allocate (stored(2, 0:schedule%limit(0) - 1))
        state = start
        forward_steps = 0
        do while (schedule%next(action))
            select case (action%kind)
            case (CHECKPOINT_ADVANCE, CHECKPOINT_RECORD)
                ! The tape of a step is the state before it.
                if (action%kind == CHECKPOINT_RECORD) tape = state
                do k = action%step, action%end - 1
                    state = step(state, mu0)
                    forward_steps = forward_steps + 1
                end do
            case (CHECKPOINT_REVERSE)
                call step_adjoint(tape, mu0, adjoint(1:2), adjoint(3))
            case (CHECKPOINT_STORE)
                stored(:, action%slot) = state
            case (CHECKPOINT_RESTORE)
                state = stored(:, action%slot)
            case (CHECKPOINT_END_FORWARD)
                adjoint = [2*state(1) + state(2), state(1), 0.0_real64]
            end select
            info = schedule%info()
            if (info%drawn == steps) then
                cursor = schedule%cursor()
                call schedule%resume(cursor)
            end if
        end do
    end subroutine
end program
