! enzyme_rs_checkpoint - checkpointing schedules for adjoints of long time loops, for Fortran 2008
!
! Owns: the interfaces of libenzyme_rs_checkpoint and what makes them pleasant. What everything means is
! said in enzyme_rs/checkpoint.h. Compile this file with your own compiler and link with
! -lenzyme_rs_checkpoint (CMake: target enzyme_rs_checkpoint::fortran; pkg-config: variable
! fortran_source).
!
!     use enzyme_rs_checkpoint
!     type(checkpoint_schedule) :: schedule
!     type(checkpoint_action) :: action
!
!     call schedule%open(checkpoint_spec(kind=CHECKPOINT_REVOLVE, slots=50), steps=100000_int64)
!     do while (schedule%next(action))
!         select case (action%kind)
!         case (CHECKPOINT_ADVANCE)
!             ...
!         end select
!     end do
!
! Subroutines take `stat` (0 is success, see CHECKPOINT_OK and below) and `errmsg`; without `stat` an
! error stops the program with its message. A schedule is freed when it goes out of scope; assignment
! makes a second one that stands where the first one does.
!
! The module enzyme_rs_checkpoint_run, in a file of its own, runs models under schedules.
module enzyme_rs_checkpoint
    use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_f_pointer, c_int32_t, &
        c_int64_t, c_loc, c_null_char, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    implicit none
    private

    public :: checkpoint_action, checkpoint_spec, checkpoint_level, checkpoint_budget
    public :: checkpoint_count, checkpoint_level_count, checkpoint_info, checkpoint_candidate
    public :: checkpoint_schedule, checkpoint_plan, checkpoint_replay
    public :: checkpoint_version, checkpoint_disk_period
    ! For those who bind more of the library, as enzyme_rs_checkpoint_run does.
    public :: checkpoint_raise, checkpoint_text, checkpoint_taken_text, checkpoint_complete_spec

    ! Statuses.
    integer(int32), parameter, public :: CHECKPOINT_OK = 0, CHECKPOINT_DONE = 1, &
        CHECKPOINT_STOPPED = 2, &
        CHECKPOINT_BAD_ARGUMENT = -1, CHECKPOINT_NO_SCHEDULE = -2, CHECKPOINT_LENGTH = -3, &
        CHECKPOINT_BAD_CURSOR = -4, CHECKPOINT_NO_PLAN = -5, CHECKPOINT_VIOLATION = -6, &
        CHECKPOINT_INTERNAL = -7, CHECKPOINT_STORE_FAILED = -8, CHECKPOINT_MODEL_FAILED = -9, &
        CHECKPOINT_NOT_REPRODUCIBLE = -10, CHECKPOINT_BAD_JOURNAL = -11, CHECKPOINT_SYSTEM_FAILED = -12, &
        CHECKPOINT_PEER_FAILED = -13, CHECKPOINT_WRONG_ADJOINT = -14

    ! Kinds of schedules.
    integer(int32), parameter, public :: CHECKPOINT_NONE = 0, CHECKPOINT_STORE_ALL = 1, &
        CHECKPOINT_PERIODIC = 2, CHECKPOINT_REVOLVE = 3, CHECKPOINT_MULTISTAGE = 4, &
        CHECKPOINT_ONLINE = 5, CHECKPOINT_DYNAMIC = 6, CHECKPOINT_LEVELS = 7, &
        CHECKPOINT_PERIODIC_DISK = 8, CHECKPOINT_MIXED = 9, CHECKPOINT_STAGES = 10, &
        CHECKPOINT_TWO_LEVEL = 11, CHECKPOINT_STEP_COSTS = 12

    ! Kinds of actions.
    integer(int32), parameter, public :: CHECKPOINT_ADVANCE = 0, CHECKPOINT_RECORD = 1, &
        CHECKPOINT_REVERSE = 2, CHECKPOINT_STORE = 3, CHECKPOINT_RESTORE = 4, CHECKPOINT_DISCARD = 5, &
        CHECKPOINT_END_FORWARD = 6, CHECKPOINT_END_ADJOINT = 7

    ! What a checkpoint holds.
    integer(int32), parameter, public :: CHECKPOINT_DATA_NOTHING = 0, CHECKPOINT_DATA_STATE = 1, &
        CHECKPOINT_DATA_TAPE = 2, CHECKPOINT_DATA_STAGES = 3

    integer(int64), parameter, public :: CHECKPOINT_UNKNOWN = -1, CHECKPOINT_NO_LIMIT = -1

    !> One instruction of a schedule. Steps, levels and slots count from 0.
    type, bind(c) :: checkpoint_action
        integer(c_int32_t) :: kind = 0, data = 0
        integer(c_int64_t) :: step = 0, end = 0
        integer(c_int32_t) :: level = 0, reserved = 0
        integer(c_int64_t) :: slot = 0
    end type

    !> A storage level.
    type, bind(c) :: checkpoint_level
        integer(c_int64_t) :: slots = 0
        real(c_double) :: write = 0, read = 0
    end type

    !> Which schedule, with its parameters. `levels` and `step_costs` are arguments of `open` instead.
    type, bind(c) :: checkpoint_spec
        integer(c_int32_t) :: kind = CHECKPOINT_REVOLVE, adjoints = 1
        integer(c_int64_t) :: slots = 0, disk = 0, period = 0, stage_units = 0
        integer(c_int32_t) :: level = 0, level_count = 0
        type(c_ptr) :: levels = c_null_ptr, step_costs = c_null_ptr
        integer(c_int64_t) :: step_cost_count = 0
        real(c_double) :: forward = 1, write = 0, read = 0
    end type

    !> What a schedule spends.
    type, bind(c) :: checkpoint_count
        integer(c_int64_t) :: advances = 0, records = 0, reverses = 0, forward_steps = 0, writes = 0, &
            reads = 0, actions = 0
        integer(c_int32_t) :: levels = 0, reserved = 0
    end type

    !> What is spent on one storage level.
    type, bind(c) :: checkpoint_level_count
        integer(c_int64_t) :: writes = 0, reads = 0, peak = 0
    end type

    !> Where a schedule stands.
    type, bind(c) :: checkpoint_info
        integer(c_int64_t) :: steps = 0, drawn = 0, tape_units = 0
        integer(c_int32_t) :: adjoints = 0, kind = 0, online = 0, levels = 0
    end type

    !> What there is to spend. `levels` is an argument of `open` instead.
    type, bind(c) :: checkpoint_budget
        integer(c_int64_t) :: steps = 0
        integer(c_int32_t) :: steps_known = 1, adjoints = 1
        type(c_ptr) :: levels = c_null_ptr
        integer(c_int32_t) :: level_count = 0, reserved = 0
        real(c_double) :: forward = 1, adjoint = 1
        integer(c_int64_t) :: tape_units = 0
    end type

    !> A schedule that fits a budget; its name is that of the schedule opened from it.
    type, bind(c) :: checkpoint_candidate
        type(c_ptr) :: name = c_null_ptr
        real(c_double) :: time = 0, slowdown = 0, recomputation = 0
        type(checkpoint_count) :: count
    end type

    !> A schedule: it hands out actions one by one.
    type :: checkpoint_schedule
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: open => schedule_open
        procedure :: open_text => schedule_open_text
        procedure :: resume => schedule_resume
        procedure :: next => schedule_next
        procedure :: finish => schedule_finish
        procedure :: cursor => schedule_cursor
        procedure :: spec => schedule_spec
        procedure :: name => schedule_name
        procedure :: info => schedule_info
        procedure :: limit => schedule_limit
        procedure :: count => schedule_count
        procedure :: check => schedule_check
        procedure, private :: assign => schedule_assign
        generic :: assignment(=) => assign
        final :: schedule_free
    end type

    !> The schedules that fit a budget, the best first: number 0.
    type :: checkpoint_plan
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: open => plan_open
        procedure :: size => plan_size
        procedure :: candidate => plan_candidate
        procedure :: schedule => plan_schedule
        procedure :: reasons => plan_reasons
        procedure :: text => plan_text
        procedure, private :: assign => plan_assign
        generic :: assignment(=) => assign
        final :: plan_free
    end type

    !> A machine that replays actions.
    type :: checkpoint_replay
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: open => replay_open
        procedure :: apply => replay_apply
        procedure :: end => replay_end
        procedure, private :: assign => replay_assign
        generic :: assignment(=) => assign
        final :: replay_free
    end type

    interface
        function enzyme_rs_cp_version() bind(c) result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function
        function enzyme_rs_cp_last_message() bind(c) result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function
        subroutine enzyme_rs_cp_text_free(text) bind(c)
            import :: c_ptr
            type(c_ptr), value :: text
        end subroutine
        function enzyme_rs_cp_disk_period(ram, forward, write, read, period) bind(c) result(status)
            import :: c_int32_t, c_int64_t, c_double
            integer(c_int64_t), value :: ram
            real(c_double), value :: forward, write, read
            integer(c_int64_t), intent(out) :: period
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_open(spec, steps, out) bind(c) result(status)
            import :: c_int32_t, c_int64_t, c_ptr, checkpoint_spec
            type(checkpoint_spec), intent(in) :: spec
            integer(c_int64_t), value :: steps
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_open_text(spec, steps, out) bind(c) result(status)
            import :: c_char, c_int32_t, c_int64_t, c_ptr
            character(kind=c_char), intent(in) :: spec(*)
            integer(c_int64_t), value :: steps
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_clone(schedule, out) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: schedule
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        subroutine enzyme_rs_cp_schedule_free(schedule) bind(c)
            import :: c_ptr
            type(c_ptr), value :: schedule
        end subroutine
        function enzyme_rs_cp_schedule_next(schedule, action) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_action
            type(c_ptr), value :: schedule
            type(checkpoint_action), intent(inout) :: action
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_finish(schedule, steps) bind(c) result(status)
            import :: c_int32_t, c_int64_t, c_ptr
            type(c_ptr), value :: schedule
            integer(c_int64_t), value :: steps
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_name(schedule) bind(c) result(text)
            import :: c_ptr
            type(c_ptr), value :: schedule
            type(c_ptr) :: text
        end function
        function enzyme_rs_cp_schedule_info(schedule, info) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_info
            type(c_ptr), value :: schedule
            type(checkpoint_info), intent(inout) :: info
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_limit(schedule, level, limit) bind(c) result(status)
            import :: c_int32_t, c_int64_t, c_ptr
            type(c_ptr), value :: schedule
            integer(c_int32_t), value :: level
            integer(c_int64_t), intent(inout) :: limit
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_count(schedule, count, levels, level_room) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_count
            type(c_ptr), value :: schedule, levels
            type(checkpoint_count), intent(inout) :: count
            integer(c_int32_t), value :: level_room
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_check(schedule) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: schedule
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_spec(schedule, text) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: schedule
            type(c_ptr), intent(inout) :: text
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_cursor(schedule, text) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: schedule
            type(c_ptr), intent(inout) :: text
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_schedule_resume(cursor, out) bind(c) result(status)
            import :: c_char, c_int32_t, c_ptr
            character(kind=c_char), intent(in) :: cursor(*)
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_plan_open(budget, out) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_budget
            type(checkpoint_budget), intent(in) :: budget
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        subroutine enzyme_rs_cp_plan_free(plan) bind(c)
            import :: c_ptr
            type(c_ptr), value :: plan
        end subroutine
        function enzyme_rs_cp_plan_size(plan) bind(c) result(size)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: plan
            integer(c_int32_t) :: size
        end function
        function enzyme_rs_cp_plan_candidate(plan, index, candidate, levels, level_room) bind(c) &
            result(status)
            import :: c_int32_t, c_ptr, checkpoint_candidate
            type(c_ptr), value :: plan, levels
            integer(c_int32_t), value :: index, level_room
            type(checkpoint_candidate), intent(inout) :: candidate
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_plan_schedule(plan, index, out) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: plan
            integer(c_int32_t), value :: index
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_plan_reasons(plan, text) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: plan
            type(c_ptr), intent(inout) :: text
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_plan_text(plan, text) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: plan
            type(c_ptr), intent(inout) :: text
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_replay_open(steps, adjoints, limits, limit_count, tape_units, out) bind(c) &
            result(status)
            import :: c_int32_t, c_int64_t, c_ptr
            integer(c_int64_t), value :: steps, tape_units
            integer(c_int32_t), value :: adjoints, limit_count
            integer(c_int64_t), intent(in) :: limits(*)
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        subroutine enzyme_rs_cp_replay_free(replay) bind(c)
            import :: c_ptr
            type(c_ptr), value :: replay
        end subroutine
        function enzyme_rs_cp_replay_apply(replay, action) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_action
            type(c_ptr), value :: replay
            type(checkpoint_action), intent(in) :: action
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_replay_end(replay) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: replay
            integer(c_int32_t) :: status
        end function
        function c_strlen(text) bind(c, name="strlen") result(length)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
            integer(c_size_t) :: length
        end function
    end interface

contains

    !> The version of the library.
    function checkpoint_version() result(version)
        character(:), allocatable :: version
        version = checkpoint_text(enzyme_rs_cp_version())
    end function

    !> The period at which a state on level 1 pays best, with `ram` slots in memory.
    subroutine checkpoint_disk_period(ram, forward, write, read, period, stat, errmsg)
        integer(int64), intent(in) :: ram
        real(real64), intent(in) :: forward, write, read
        integer(int64), intent(out) :: period
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        period = 0
        call checkpoint_raise(enzyme_rs_cp_disk_period(ram, forward, write, read, period), stat, errmsg)
    end subroutine

    !> Opens a schedule for `steps` steps; without them their number is not known yet.
    subroutine schedule_open(self, spec, steps, levels, step_costs, stat, errmsg)
        class(checkpoint_schedule), intent(inout) :: self
        type(checkpoint_spec), intent(in) :: spec
        integer(int64), intent(in), optional :: steps
        type(checkpoint_level), intent(in), target, contiguous, optional :: levels(:)
        real(real64), intent(in), target, contiguous, optional :: step_costs(:)
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        type(checkpoint_spec) :: full
        full = spec
        call checkpoint_complete_spec(full, levels, step_costs)
        call enzyme_rs_cp_schedule_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_schedule_open(full, known(steps), self%handle), stat, errmsg)
    end subroutine

    !> The same from a specification as text, as `spec` returns it.
    subroutine schedule_open_text(self, spec, steps, stat, errmsg)
        class(checkpoint_schedule), intent(inout) :: self
        character(*), intent(in) :: spec
        integer(int64), intent(in), optional :: steps
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call enzyme_rs_cp_schedule_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_schedule_open_text(spec//c_null_char, known(steps), self%handle), stat, &
            errmsg)
    end subroutine

    !> The schedule from where a cursor stands.
    subroutine schedule_resume(self, cursor, stat, errmsg)
        class(checkpoint_schedule), intent(inout) :: self
        character(*), intent(in) :: cursor
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call enzyme_rs_cp_schedule_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_schedule_resume(cursor//c_null_char, self%handle), stat, errmsg)
    end subroutine

    !> Draws the next action; false if there is none.
    function schedule_next(self, action) result(more)
        class(checkpoint_schedule), intent(inout) :: self
        type(checkpoint_action), intent(inout) :: action
        logical :: more
        integer(int32) :: status
        status = enzyme_rs_cp_schedule_next(self%handle, action)
        call checkpoint_raise(status)
        more = status == CHECKPOINT_OK
    end function

    !> Announces the number of steps of a schedule opened without.
    subroutine schedule_finish(self, steps, stat, errmsg)
        class(checkpoint_schedule), intent(inout) :: self
        integer(int64), intent(in) :: steps
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_schedule_finish(self%handle, steps), stat, errmsg)
    end subroutine

    !> Where the schedule stands, as one line of text.
    function schedule_cursor(self) result(text)
        class(checkpoint_schedule), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: raw
        raw = c_null_ptr
        call checkpoint_raise(enzyme_rs_cp_schedule_cursor(self%handle, raw))
        text = checkpoint_taken_text(raw)
    end function

    !> The specification as JSON.
    function schedule_spec(self) result(text)
        class(checkpoint_schedule), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: raw
        raw = c_null_ptr
        call checkpoint_raise(enzyme_rs_cp_schedule_spec(self%handle, raw))
        text = checkpoint_taken_text(raw)
    end function

    !> The schedule's name, as "revolve".
    function schedule_name(self) result(text)
        class(checkpoint_schedule), intent(in) :: self
        character(:), allocatable :: text
        text = checkpoint_text(enzyme_rs_cp_schedule_name(self%handle))
    end function

    !> Where the schedule stands.
    function schedule_info(self) result(info)
        class(checkpoint_schedule), intent(in) :: self
        type(checkpoint_info) :: info
        call checkpoint_raise(enzyme_rs_cp_schedule_info(self%handle, info))
    end function

    !> The most units in use on a storage level, or CHECKPOINT_NO_LIMIT.
    function schedule_limit(self, level) result(limit)
        class(checkpoint_schedule), intent(in) :: self
        integer(int32), intent(in) :: level
        integer(int64) :: limit
        limit = 0
        call checkpoint_raise(enzyme_rs_cp_schedule_limit(self%handle, level, limit))
    end function

    !> What is left of the schedule spends; `levels` from level 0 on.
    subroutine schedule_count(self, count, levels, stat, errmsg)
        class(checkpoint_schedule), intent(in) :: self
        type(checkpoint_count), intent(out) :: count
        type(checkpoint_level_count), intent(inout), target, contiguous, optional :: levels(:)
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_schedule_count(self%handle, count, place(levels), room(levels)), stat, &
            errmsg)
    end subroutine

    !> Proves the schedule valid.
    subroutine schedule_check(self, stat, errmsg)
        class(checkpoint_schedule), intent(in) :: self
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_schedule_check(self%handle), stat, errmsg)
    end subroutine

    subroutine schedule_assign(self, from)
        class(checkpoint_schedule), intent(inout) :: self
        type(checkpoint_schedule), intent(in) :: from
        type(c_ptr) :: copy
        copy = c_null_ptr
        if (c_associated(from%handle)) call checkpoint_raise(enzyme_rs_cp_schedule_clone(from%handle, copy))
        call enzyme_rs_cp_schedule_free(self%handle)
        self%handle = copy
    end subroutine

    subroutine schedule_free(self)
        type(checkpoint_schedule), intent(inout) :: self
        call enzyme_rs_cp_schedule_free(self%handle)
        self%handle = c_null_ptr
    end subroutine

    !> Finds the schedules that fit a budget.
    subroutine plan_open(self, budget, levels, stat, errmsg)
        class(checkpoint_plan), intent(inout) :: self
        type(checkpoint_budget), intent(in) :: budget
        type(checkpoint_level), intent(in), target, contiguous :: levels(:)
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        type(checkpoint_budget) :: full
        full = budget
        full%level_count = size(levels, kind=int32)
        if (size(levels) > 0) full%levels = c_loc(levels)
        call enzyme_rs_cp_plan_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_plan_open(full, self%handle), stat, errmsg)
    end subroutine

    !> How many schedules fit.
    function plan_size(self) result(size)
        class(checkpoint_plan), intent(in) :: self
        integer(int32) :: size
        size = enzyme_rs_cp_plan_size(self%handle)
    end function

    !> What schedule number `index`, from 0, spends.
    subroutine plan_candidate(self, index, candidate, levels, stat, errmsg)
        class(checkpoint_plan), intent(in) :: self
        integer(int32), intent(in) :: index
        type(checkpoint_candidate), intent(out) :: candidate
        type(checkpoint_level_count), intent(inout), target, contiguous, optional :: levels(:)
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_plan_candidate(self%handle, index, candidate, place(levels), &
            room(levels)), stat, errmsg)
    end subroutine

    !> Opens schedule number `index`, from 0.
    subroutine plan_schedule(self, index, schedule, stat, errmsg)
        class(checkpoint_plan), intent(in) :: self
        integer(int32), intent(in) :: index
        type(checkpoint_schedule), intent(inout) :: schedule
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call enzyme_rs_cp_schedule_free(schedule%handle)
        call checkpoint_raise(enzyme_rs_cp_plan_schedule(self%handle, index, schedule%handle), stat, errmsg)
    end subroutine

    !> Why number 0 is the best, a line each.
    function plan_reasons(self) result(text)
        class(checkpoint_plan), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: raw
        raw = c_null_ptr
        call checkpoint_raise(enzyme_rs_cp_plan_reasons(self%handle, raw))
        text = checkpoint_taken_text(raw)
    end function

    !> The whole plan as JSON.
    function plan_text(self) result(text)
        class(checkpoint_plan), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: raw
        raw = c_null_ptr
        call checkpoint_raise(enzyme_rs_cp_plan_text(self%handle, raw))
        text = checkpoint_taken_text(raw)
    end function

    subroutine plan_assign(self, from)
        class(checkpoint_plan), intent(inout) :: self
        type(checkpoint_plan), intent(in) :: from
        if (c_associated(self%handle) .or. c_associated(from%handle)) &
            error stop "enzyme_rs_checkpoint: a plan cannot be assigned; open a second one"
    end subroutine

    subroutine plan_free(self)
        type(checkpoint_plan), intent(inout) :: self
        call enzyme_rs_cp_plan_free(self%handle)
        self%handle = c_null_ptr
    end subroutine

    !> A machine for `steps` steps within `limits(k)` units on level k - 1.
    subroutine replay_open(self, steps, limits, adjoints, tape_units, stat, errmsg)
        class(checkpoint_replay), intent(inout) :: self
        integer(int64), intent(in) :: steps, limits(:)
        integer(int32), intent(in), optional :: adjoints
        integer(int64), intent(in), optional :: tape_units
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        integer(int32) :: count
        integer(int64) :: units
        count = 1
        if (present(adjoints)) count = adjoints
        units = 1
        if (present(tape_units)) units = tape_units
        call enzyme_rs_cp_replay_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_replay_open(steps, count, limits, size(limits, kind=int32), units, &
            self%handle), stat, errmsg)
    end subroutine

    !> Replays one action.
    subroutine replay_apply(self, action, stat, errmsg)
        class(checkpoint_replay), intent(in) :: self
        type(checkpoint_action), intent(in) :: action
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_replay_apply(self%handle, action), stat, errmsg)
    end subroutine

    !> Checks that nothing is left to do.
    subroutine replay_end(self, stat, errmsg)
        class(checkpoint_replay), intent(in) :: self
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_replay_end(self%handle), stat, errmsg)
    end subroutine

    subroutine replay_assign(self, from)
        class(checkpoint_replay), intent(inout) :: self
        type(checkpoint_replay), intent(in) :: from
        if (c_associated(self%handle) .or. c_associated(from%handle)) &
            error stop "enzyme_rs_checkpoint: a replay cannot be assigned; open a second one"
    end subroutine

    subroutine replay_free(self)
        type(checkpoint_replay), intent(inout) :: self
        call enzyme_rs_cp_replay_free(self%handle)
        self%handle = c_null_ptr
    end subroutine

    !> Has a specification point to its lists.
    subroutine checkpoint_complete_spec(spec, levels, step_costs)
        type(checkpoint_spec), intent(inout) :: spec
        type(checkpoint_level), intent(in), target, contiguous, optional :: levels(:)
        real(real64), intent(in), target, contiguous, optional :: step_costs(:)
        if (present(levels)) then
            spec%level_count = size(levels, kind=int32)
            if (size(levels) > 0) spec%levels = c_loc(levels)
        end if
        if (present(step_costs)) then
            spec%step_cost_count = size(step_costs, kind=int64)
            if (size(step_costs) > 0) spec%step_costs = c_loc(step_costs)
        end if
    end subroutine

    !> The number of steps for C.
    pure function known(steps)
        integer(int64), intent(in), optional :: steps
        integer(int64) :: known
        known = CHECKPOINT_UNKNOWN
        if (present(steps)) known = steps
    end function

    function place(levels)
        type(checkpoint_level_count), intent(in), target, contiguous, optional :: levels(:)
        type(c_ptr) :: place
        place = c_null_ptr
        if (room(levels) > 0) place = c_loc(levels)
    end function

    pure function room(levels)
        type(checkpoint_level_count), intent(in), optional :: levels(:)
        integer(int32) :: room
        room = 0
        if (present(levels)) room = size(levels, kind=int32)
    end function

    !> Hands an error to whoever asks for it, or stops.
    subroutine checkpoint_raise(status, stat, errmsg)
        integer(int32), intent(in) :: status
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        character(:), allocatable :: message
        if (present(stat)) stat = status
        if (status >= 0) return
        message = checkpoint_text(enzyme_rs_cp_last_message())
        if (present(errmsg)) errmsg = message
        ! gfortran 12 takes a variable here, and no function's result of deferred length.
        message = "enzyme_rs_checkpoint: "//message
        if (.not. present(stat)) error stop message
    end subroutine

    !> A text of C, which is ours to free.
    function checkpoint_taken_text(raw) result(text)
        type(c_ptr), intent(in) :: raw
        character(:), allocatable :: text
        text = checkpoint_text(raw)
        call enzyme_rs_cp_text_free(raw)
    end function

    !> A copy of a text of C.
    function checkpoint_text(raw) result(text)
        type(c_ptr), intent(in) :: raw
        character(:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        integer :: i
        call c_f_pointer(raw, letters, [c_strlen(raw)])
        allocate (character(size(letters)) :: text)
        do i = 1, size(letters)
            text(i:i) = letters(i)
        end do
    end function
end module
