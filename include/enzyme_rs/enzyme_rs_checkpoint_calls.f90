! enzyme_rs_checkpoint_calls - structures, numbers and functions of the C library for runs, as Fortran has them
!
! Owns: interfaces alone; what makes them pleasant is in enzyme_rs_checkpoint_run. What everything means is
! said in enzyme_rs/checkpoint.h.
module enzyme_rs_checkpoint_calls
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32
    use enzyme_rs_checkpoint, only: checkpoint_count, checkpoint_spec, CHECKPOINT_UNKNOWN
    implicit none
    public
    private :: checkpoint_count, checkpoint_spec, CHECKPOINT_UNKNOWN, int32

    !> Exit code of a program whose run stopped and goes on when it is called again.
    integer(int32), parameter :: CHECKPOINT_RESUME_EXIT_CODE = 75

    ! Kinds of numbers in a field.
    integer(int32), parameter :: CHECKPOINT_NUMBER_U8 = 0, CHECKPOINT_NUMBER_I64 = 1, &
        CHECKPOINT_NUMBER_F32 = 2, CHECKPOINT_NUMBER_F64 = 3

    ! What files are, and how they are packed.
    integer(int32), parameter :: CHECKPOINT_FORMAT_DEFAULT = 0, CHECKPOINT_FORMAT_HDF5 = 1, &
        CHECKPOINT_FORMAT_PLAIN = 2, CHECKPOINT_FILTER_NONE = 0, CHECKPOINT_FILTER_DEFLATE = 1, &
        CHECKPOINT_FILTER_ZSTD = 2, CHECKPOINT_FILTER_ZFP = 3

    ! Which recomputed states are compared.
    integer(int32), parameter :: CHECKPOINT_CHECK_OFF = 0, CHECKPOINT_CHECK_FIRST = 1, &
        CHECKPOINT_CHECK_EVERY = 2

    ! What happens in a run.
    integer(int32), parameter :: CHECKPOINT_EVENT_RESUMED = 0, CHECKPOINT_EVENT_LOST = 1, &
        CHECKPOINT_EVENT_PROGRESS = 2, CHECKPOINT_EVENT_END_FORWARD = 3, CHECKPOINT_EVENT_END_ADJOINT = 4, &
        CHECKPOINT_EVENT_SAVED = 5, CHECKPOINT_EVENT_JOURNAL_DAMAGED = 6

    ! What is wrong with stored data.
    integer(int32), parameter :: CHECKPOINT_FAULT_NONE = 0, CHECKPOINT_FAULT_FULL = 1, &
        CHECKPOINT_FAULT_SHORT = 2, CHECKPOINT_FAULT_CORRUPT = 3, CHECKPOINT_FAULT_MISSING = 4, &
        CHECKPOINT_FAULT_DENIED = 5, CHECKPOINT_FAULT_UNSUPPORTED = 6, CHECKPOINT_FAULT_BUSY = 7, &
        CHECKPOINT_FAULT_FAILED = 8

    !> The ranks of a run, for C: enzyme_rs_cp_peers.
    type, bind(c) :: checkpoint_peer_callbacks
        integer(c_int64_t) :: size = 0
        type(c_ptr) :: user = c_null_ptr
        integer(c_int32_t) :: rank = 0, ranks = 0
        type(c_funptr) :: any = c_null_funptr, least = c_null_funptr
    end type

    !> One array among the data of a model, for C.
    type, bind(c) :: checkpoint_field
        type(c_ptr) :: name = c_null_ptr, extents = c_null_ptr
        integer(c_int32_t) :: extent_count = 0, kind = 0
    end type

    !> What data consist of, for C.
    type, bind(c) :: checkpoint_layout
        type(c_ptr) :: fields = c_null_ptr
        integer(c_int64_t) :: field_count = 0, bytes = 0
    end type

    !> A part of a model's data, for C.
    type, bind(c) :: checkpoint_part
        type(checkpoint_layout) :: layout
        type(c_funptr) :: current = c_null_funptr, save = c_null_funptr, load = c_null_funptr
    end type

    !> A model, for C: enzyme_rs_cp_model.
    type, bind(c) :: checkpoint_callbacks
        integer(c_int64_t) :: size = 0
        type(c_ptr) :: user = c_null_ptr, identity = c_null_ptr
        integer(c_int64_t) :: steps = CHECKPOINT_UNKNOWN
        type(c_funptr) :: done = c_null_funptr, step = c_null_funptr, record = c_null_funptr, &
            seed = c_null_funptr, reverse = c_null_funptr, complete = c_null_funptr
        type(checkpoint_part) :: state, tape, adjoint
    end type

    !> How files are written.
    type, bind(c) :: checkpoint_file_options
        integer(c_int32_t) :: format = 0, filter = 0, filter_level = 0, rank = 0
        integer(c_int64_t) :: chunk = 0
    end type

    !> What happens in a run; members that an event does not have are -1.
    type, bind(c) :: checkpoint_event
        integer(c_int32_t) :: kind = 0, adjoint = 0
        integer(c_int64_t) :: steps = 0, forward = 0, reverse = 0, again = 0, step = 0
        real(c_double) :: seconds = 0
    end type

    !> An error in its parts; `checkpoint_text` makes texts of its pointers, until the next error.
    type, bind(c) :: checkpoint_error
        integer(c_int32_t) :: status = 0, fault = 0, callback_result = 0, reserved = 0
        integer(c_int64_t) :: step = 0
        type(c_ptr) :: message = c_null_ptr, file = c_null_ptr, dataset = c_null_ptr, remedy = c_null_ptr
    end type

    !> The numbers of a run.
    type, bind(c) :: checkpoint_summary
        type(checkpoint_count) :: count
        integer(c_int64_t) :: steps = 0, optimum = 0, rebuilt_steps = 0, checked = 0, saves = 0
        real(c_double) :: save_time = 0, elapsed = 0
        integer(c_int32_t) :: processes = 0, levels = 0, resumable = 0, exit_code = 0
    end type

    !> What one storage level did.
    type, bind(c) :: checkpoint_level_summary
        integer(c_int64_t) :: writes = 0, reads = 0, bytes_written = 0, bytes_read = 0, prefetched = 0, &
            cancelled = 0, peak = 0
        real(c_double) :: write_time = 0, read_time = 0, write_wait = 0, read_wait = 0, write_overlap = 0, &
            read_overlap = 0, max_error = 0
    end type

    interface
        function enzyme_rs_cp_last_error(error) bind(c) result(status)
            import :: c_int32_t, checkpoint_error
            type(checkpoint_error), intent(out) :: error
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_store_memory(out) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_store_files(folder, options, out) bind(c) result(status)
            import :: c_char, c_int32_t, c_ptr, checkpoint_file_options
            character(kind=c_char), intent(in) :: folder(*)
            type(checkpoint_file_options), intent(in) :: options
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_store_tiered(stores, room, count, out) bind(c) result(status)
            import :: c_int32_t, c_int64_t, c_ptr
            type(c_ptr), intent(in) :: stores(*)
            integer(c_int64_t), intent(in) :: room(*)
            integer(c_int32_t), value :: count
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_store_background(store, memory, out) bind(c) result(status)
            import :: c_int32_t, c_int64_t, c_ptr
            type(c_ptr), value :: store
            integer(c_int64_t), value :: memory
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        subroutine enzyme_rs_cp_store_free(store) bind(c)
            import :: c_ptr
            type(c_ptr), value :: store
        end subroutine
        function enzyme_rs_cp_journal_clear(folder, rank) bind(c) result(status)
            import :: c_char, c_int32_t
            character(kind=c_char), intent(in) :: folder(*)
            integer(c_int32_t), value :: rank
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_stop_open(out) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        subroutine enzyme_rs_cp_stop_free(stop) bind(c)
            import :: c_ptr
            type(c_ptr), value :: stop
        end subroutine
        function enzyme_rs_cp_stop_on_signals(stop) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: stop
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_stop_after(stop, time) bind(c) result(status)
            import :: c_double, c_int32_t, c_ptr
            type(c_ptr), value :: stop
            real(c_double), value :: time
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_stop_before_job_end(stop, margin) bind(c) result(status)
            import :: c_double, c_int32_t, c_ptr
            type(c_ptr), value :: stop
            real(c_double), value :: margin
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_stop_request(stop) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: stop
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_open(spec, out) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_spec
            type(checkpoint_spec), intent(in) :: spec
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_open_text(spec, out) bind(c) result(status)
            import :: c_char, c_int32_t, c_ptr
            character(kind=c_char), intent(in) :: spec(*)
            type(c_ptr), intent(out) :: out
            integer(c_int32_t) :: status
        end function
        subroutine enzyme_rs_cp_run_free(run) bind(c)
            import :: c_ptr
            type(c_ptr), value :: run
        end subroutine
        function enzyme_rs_cp_run_store(run, store) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: run, store
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_journal(run, folder, every, rank) bind(c) result(status)
            import :: c_char, c_double, c_int32_t, c_ptr
            type(c_ptr), value :: run
            character(kind=c_char), intent(in) :: folder(*)
            real(c_double), value :: every
            integer(c_int32_t), value :: rank
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_check(run, check) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: run
            integer(c_int32_t), value :: check
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_test_adjoint(run, state, adjoint, step, tolerance) bind(c) result(status)
            import :: c_int32_t, c_int64_t, c_double, c_char, c_ptr
            type(c_ptr), value :: run
            character(kind=c_char), intent(in) :: state(*), adjoint(*)
            integer(c_int64_t), value :: step
            real(c_double), value :: tolerance
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_stop(run, stop) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: run, stop
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_on_event(run, callback, user, every) bind(c) result(status)
            import :: c_double, c_funptr, c_int32_t, c_ptr
            type(c_ptr), value :: run, user
            type(c_funptr), value :: callback
            real(c_double), value :: every
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_peers(run, peers) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_peer_callbacks
            type(c_ptr), value :: run
            type(checkpoint_peer_callbacks), intent(in) :: peers
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_run_execute(run, model, report) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_callbacks
            type(c_ptr), value :: run
            type(checkpoint_callbacks), intent(in) :: model
            type(c_ptr), intent(out) :: report
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_report_summary(report, summary) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_summary
            type(c_ptr), value :: report
            type(checkpoint_summary), intent(inout) :: summary
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_report_level(report, level, out) bind(c) result(status)
            import :: c_int32_t, c_ptr, checkpoint_level_summary
            type(c_ptr), value :: report
            integer(c_int32_t), value :: level
            type(checkpoint_level_summary), intent(inout) :: out
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_report_text(report, text) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: report
            type(c_ptr), intent(inout) :: text
            integer(c_int32_t) :: status
        end function
        function enzyme_rs_cp_report_json(report, text) bind(c) result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: report
            type(c_ptr), intent(inout) :: text
            integer(c_int32_t) :: status
        end function
        subroutine enzyme_rs_cp_report_free(report) bind(c)
            import :: c_ptr
            type(c_ptr), value :: report
        end subroutine
    end interface
end module
