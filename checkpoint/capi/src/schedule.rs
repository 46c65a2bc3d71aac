//! Schedules for C: opening, drawing, announcing the length, counting, checking, and cursors.

use crate::boundary::{
    Fail, bad, count, count_or_none, give_text, given, guarded, quietly, room, signed, text,
};
use crate::translate::name;
use crate::types::{Action, Count, Info, Kind, LevelCount, NO_LIMIT, Spec, Status, UNKNOWN};
use enzyme_checkpoint as lib;
use std::ffi::c_char;
use std::mem::MaybeUninit;
use xxhash_rust::xxh3::xxh3_64;

/// A schedule: it hands out actions one by one.
pub struct Schedule(pub(crate) lib::Schedule);

/// Hands a new schedule over, or NULL with the error.
pub(crate) fn open(
    out: Option<&mut MaybeUninit<Option<Box<Schedule>>>>,
    make: impl FnOnce() -> Result<lib::Schedule, Fail>,
) -> Result<Status, Fail> {
    let out = given("out", out)?.write(None);
    *out = Some(Box::new(Schedule(make()?)));
    Ok(Status::Ok)
}

/// Opens a schedule for `steps` steps, or ENZYME_RS_CP_UNKNOWN of them. On an error `*out` is NULL.
///
/// # Safety
/// The lists of `spec` have the lengths that it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_schedule_open(
    spec: Option<&Spec>,
    steps: i64,
    out: Option<&mut MaybeUninit<Option<Box<Schedule>>>>,
) -> i32 {
    guarded(|| {
        open(out, || {
            // SAFETY: promised by the caller.
            let spec = unsafe { given("spec", spec)?.read() }?;
            let steps = count_or_none("steps", steps)?;
            Ok(lib::Schedule::new(spec, steps)?)
        })
    })
}

/// The same from a specification as text, as enzyme_rs_cp_schedule_spec() and the JSON of a plan have it:
/// {"revolve":{"slots":50,"adjoints":1}}.
///
/// # Safety
/// `spec` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_schedule_open_text(
    spec: *const c_char,
    steps: i64,
    out: Option<&mut MaybeUninit<Option<Box<Schedule>>>>,
) -> i32 {
    guarded(|| {
        open(out, || {
            // SAFETY: promised by the caller.
            let spec = unsafe { spec_of(spec) }?;
            let steps = count_or_none("steps", steps)?;
            Ok(lib::Schedule::new(spec, steps)?)
        })
    })
}

/// The specification that a text describes.
///
/// # Safety
/// `spec` is NULL or ends in a zero byte.
pub(crate) unsafe fn spec_of(spec: *const c_char) -> Result<lib::Spec, Fail> {
    // SAFETY: promised by the caller.
    let spec = unsafe { text("spec", spec) }?;
    serde_json::from_str(spec).map_err(|error| bad(format!("`spec` is no specification: {error}")))
}

/// A second schedule that stands where the first one does.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_clone(
    schedule: Option<&Schedule>,
    out: Option<&mut MaybeUninit<Option<Box<Schedule>>>>,
) -> i32 {
    guarded(|| open(out, || Ok(given("schedule", schedule)?.0.clone())))
}

/// Frees a schedule. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_free(schedule: Option<Box<Schedule>>) {
    quietly((), || drop(schedule));
}

/// The next action: ENZYME_RS_CP_STATUS_OK, or ENZYME_RS_CP_STATUS_DONE if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_next(
    schedule: Option<&mut Schedule>,
    action: Option<&mut MaybeUninit<Action>>,
) -> i32 {
    guarded(|| {
        let schedule = given("schedule", schedule)?;
        let out = given("action", action)?;
        Ok(match schedule.0.next() {
            Some(action) => {
                out.write(action.into());
                Status::Ok
            }
            None => Status::Done,
        })
    })
}

/// Announces the number of steps of a schedule opened with ENZYME_RS_CP_UNKNOWN. Best before the last
/// step is run, as then that step is recorded at once; if the end shows only after it, announce it then.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_finish(schedule: Option<&mut Schedule>, steps: i64) -> i32 {
    guarded(|| {
        let schedule = given("schedule", schedule)?;
        schedule.0.finish(count("steps", steps)?)?;
        Ok(Status::Ok)
    })
}

/// The schedule's name, as "revolve"; lives as long as the program. Empty for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_name(schedule: Option<&Schedule>) -> *const c_char {
    quietly(c"".as_ptr(), || {
        schedule.map_or(c"".as_ptr(), |schedule| name(schedule.0.spec()).as_ptr())
    })
}

/// Where the schedule stands.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_info(
    schedule: Option<&Schedule>,
    info: Option<&mut MaybeUninit<Info>>,
) -> i32 {
    guarded(|| {
        let schedule = &given("schedule", schedule)?.0;
        let spec = schedule.spec();
        given("info", info)?.write(Info {
            steps: schedule.steps().map_or(UNKNOWN, signed),
            drawn: signed(schedule.cursor().drawn()),
            tape_units: signed(spec.tape_units()),
            adjoints: i32::try_from(spec.adjoints()).unwrap_or(i32::MAX),
            kind: Kind::of(spec) as i32,
            online: i32::from(spec.is_online()),
            levels: i32::try_from(spec.limits().len()).unwrap_or(i32::MAX),
        });
        Ok(Status::Ok)
    })
}

/// The most units in use on a storage level at any time, or ENZYME_RS_CP_NO_LIMIT: how much room to
/// allocate.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_limit(
    schedule: Option<&Schedule>,
    level: i32,
    limit: Option<&mut MaybeUninit<i64>>,
) -> i32 {
    guarded(|| {
        let limits = given("schedule", schedule)?.0.spec().limits();
        let found = usize::try_from(level)
            .ok()
            .and_then(|level| limits.get(level))
            .ok_or_else(|| {
                bad(format!(
                    "`level` is {level}: this schedule uses {} storage levels",
                    limits.len()
                ))
            })?;
        given("limit", limit)?.write(found.map_or(NO_LIMIT, signed));
        Ok(Status::Ok)
    })
}

/// What is left of a schedule spends, without drawing from it. `levels` has room for `level_room` storage
/// levels; those beyond `count->levels` are set to zero. The length must be known.
///
/// # Safety
/// `levels` has that room, or is NULL with `level_room` 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_schedule_count(
    schedule: Option<&Schedule>,
    count: Option<&mut MaybeUninit<Count>>,
    levels: *mut LevelCount,
    level_room: i32,
) -> i32 {
    guarded(|| {
        let schedule = &given("schedule", schedule)?.0;
        let out = given("count", count)?;
        // SAFETY: promised by the caller.
        let levels = unsafe { room("levels", levels, level_room) }?;
        length(schedule)?;
        let count = lib::Count::of(schedule.clone(), schedule.spec().tape_units());
        out.write(Count::from(&count));
        for (k, level) in levels.iter_mut().enumerate() {
            level.write(count.level(k).into());
        }
        Ok(Status::Ok)
    })
}

/// Replays a schedule from its beginning, whose length must be known, and proves it valid: data are there
/// when they are read, limits hold, the order is right, every adjoint is completed and every slot freed.
/// Draws nothing from it.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_check(schedule: Option<&Schedule>) -> i32 {
    guarded(|| {
        let schedule = &given("schedule", schedule)?.0;
        let steps = length(schedule)?;
        let fresh = lib::Schedule::new(schedule.spec().clone(), Some(steps))?;
        lib::Replay::of(&fresh).run(fresh)?;
        Ok(Status::Ok)
    })
}

fn length(schedule: &lib::Schedule) -> Result<u64, Fail> {
    schedule.steps().ok_or_else(|| {
        let what = "the number of steps is not known yet: announce it first";
        Fail::new(Status::Length, what)
    })
}

/// The schedule's specification as JSON; free it with enzyme_rs_cp_text_free().
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_spec(
    schedule: Option<&Schedule>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> i32 {
    guarded(|| {
        let spec = given("schedule", schedule)?.0.spec();
        let text = given("text", text)?;
        give_text(json(spec)?, text);
        Ok(Status::Ok)
    })
}

/// Where the schedule stands, as one line of text with a checksum: a schedule resumed from it draws
/// exactly the actions that this one would draw next. Free it with enzyme_rs_cp_text_free().
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_schedule_cursor(
    schedule: Option<&Schedule>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> i32 {
    guarded(|| {
        let cursor = json(&given("schedule", schedule)?.0.cursor())?;
        let checksum = xxh3_64(cursor.as_bytes());
        let text = given("text", text)?;
        give_text(format!("{CURSOR_HEAD}{checksum:016x} {cursor}"), text);
        Ok(Status::Ok)
    })
}

/// What a cursor begins with; the checksum and the JSON of `enzyme_checkpoint::Cursor` follow.
const CURSOR_HEAD: &str = "enzyme-rs-cursor xxh3:";

/// The schedule from where a cursor stands; white space around it does no harm. On an error `*out` is
/// NULL.
///
/// # Safety
/// `cursor` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_schedule_resume(
    cursor: *const c_char,
    out: Option<&mut MaybeUninit<Option<Box<Schedule>>>>,
) -> i32 {
    guarded(|| {
        open(out, || {
            // SAFETY: promised by the caller.
            let cursor = unsafe { text("cursor", cursor) }?;
            Ok(lib::Schedule::resume(read_cursor(cursor.trim())?)?)
        })
    })
}

fn read_cursor(text: &str) -> Result<lib::Cursor, Fail> {
    let damaged = |what: &str| {
        let text = format!("the cursor {what}: take an older one, or start anew");
        Fail::new(Status::BadCursor, text)
    };
    let (checksum, cursor) = text
        .strip_prefix(CURSOR_HEAD)
        .and_then(|rest| rest.split_once(' '))
        .ok_or_else(|| damaged("does not begin as one"))?;
    if u64::from_str_radix(checksum, 16) != Ok(xxh3_64(cursor.as_bytes())) {
        return Err(damaged("is damaged (its checksum is not right)"));
    }
    serde_json::from_str(cursor)
        .map_err(|error| damaged(&format!("was not written by this version ({error})")))
}

pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, Fail> {
    serde_json::to_string(value)
        .map_err(|error| Fail::new(Status::Internal, format!("no JSON: {error}")))
}
