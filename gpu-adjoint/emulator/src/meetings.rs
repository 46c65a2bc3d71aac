//! The C functions of what lanes do together.
//!
//! A mask of 64 ones stands for those that come to the same site (AMD); one of CUDA has 32 bits.
//!
//! Owns: their ABI. Must not: know how lanes meet.

use crate::current::meet;
use crate::site::Site;
use crate::state::{Answer, Call, Shuffle, Wish};
use std::ffi::{c_char, c_int};

/// Lanes wait for each other: `__syncwarp`. What they have written before is ordered before what they do then.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_warp_barrier(mask: u64, site: *const c_char) {
    meet(Wish::new(Call::WarpBarrier, mask, Site(site)));
}

fn gives(call: Call, mask: u64, value: u64, site: *const c_char) -> Answer {
    let mut wish = Wish::new(call, mask, Site(site));
    wish.value = value;
    meet(wish)
}

fn takes(call: Call, mask: u64, value: u64, lane: i32, clamp: i32, site: *const c_char) -> Answer {
    let mut wish = Wish::new(call, mask, Site(site));
    wish.value = value;
    wish.lane = lane as u32;
    wish.clamp = clamp as u32;
    meet(wish)
}

/// A shuffle of PTX: `clamp` is its operand `c`, and `inside` gets its predicate, if it is not null.
macro_rules! shuffles {
    ($($name:ident, $value:ty, $bits:ty, $mode:ident;)*) => {$(
        #[doc = concat!("`shfl.sync`, ", stringify!($mode), ", of a value of type ", stringify!($value), ". `inside` gets whether the lane is in range.")]
        ///
        /// # Safety
        /// `inside` is null or leads to a number, `site` is null or a constant C string.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            mask: u64,
            value: $value,
            lane: i32,
            clamp: i32,
            inside: *mut c_int,
            site: *const c_char,
        ) -> $value {
            let bits = u64::from(value as $bits);
            let answer = takes(Call::Shuffle(Shuffle::$mode), mask, bits, lane, clamp, site);
            if !inside.is_null() {
                // SAFETY: the caller's promise.
                unsafe { *inside = c_int::from(answer.flag) };
            }
            answer.value as $value
        }
    )*};
}

shuffles! {
    enzyme_rs_emulator_shuffle_idx_i32, i32, u32, Index;
    enzyme_rs_emulator_shuffle_up_i32, i32, u32, Up;
    enzyme_rs_emulator_shuffle_down_i32, i32, u32, Down;
    enzyme_rs_emulator_shuffle_xor_i32, i32, u32, Xor;
    enzyme_rs_emulator_shuffle_idx_i64, i64, u64, Index;
    enzyme_rs_emulator_shuffle_up_i64, i64, u64, Up;
    enzyme_rs_emulator_shuffle_down_i64, i64, u64, Down;
    enzyme_rs_emulator_shuffle_xor_i64, i64, u64, Xor;
}

/// The lanes that have given something else than 0.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_ballot(
    mask: u64,
    value: i32,
    site: *const c_char,
) -> u64 {
    gives(Call::Ballot, mask, u64::from(value != 0), site).value
}

/// Whether any lane has given something else than 0.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_any(mask: u64, value: i32, site: *const c_char) -> i32 {
    gives(Call::Any, mask, u64::from(value != 0), site).value as i32
}

/// Whether all lanes have given something else than 0.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_all(mask: u64, value: i32, site: *const c_char) -> i32 {
    gives(Call::All, mask, u64::from(value != 0), site).value as i32
}

/// The lanes that have given the same.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_match_any(
    mask: u64,
    value: i64,
    site: *const c_char,
) -> u64 {
    gives(Call::MatchAny, mask, value as u64, site).value
}

/// All lanes if they have given the same, or else none; `same` gets which of both, if it is not null.
///
/// # Safety
/// `same` is null or leads to a number, `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_match_all(
    mask: u64,
    value: i64,
    same: *mut c_int,
    site: *const c_char,
) -> u64 {
    let answer = gives(Call::MatchAll, mask, value as u64, site);
    if !same.is_null() {
        // SAFETY: the caller's promise.
        unsafe { *same = c_int::from(answer.flag) };
    }
    answer.value
}

/// `ds_bpermute_b32`: the value of lane `address / 4`, counted round the warp; 0 if that lane is not active.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_ds_bpermute(
    address: i32,
    value: i32,
    site: *const c_char,
) -> i32 {
    let bits = u64::from(value as u32);
    let lane = ((address as u32) >> 2) as i32;
    takes(Call::Permute, Wish::WHO_COMES, bits, lane, 0, site).value as i32
}

/// The value of the first active lane.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_read_first_lane(
    value: i32,
    site: *const c_char,
) -> i32 {
    let bits = u64::from(value as u32);
    gives(Call::FirstLane, Wish::WHO_COMES, bits, site).value as i32
}

/// The value of a lane; a marked one if that is not active.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_readlane(
    value: i32,
    lane: i32,
    site: *const c_char,
) -> i32 {
    let bits = u64::from(value as u32);
    takes(Call::ReadLane, Wish::WHO_COMES, bits, lane, 0, site).value as i32
}

/// The lanes that come to this site together.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_active_mask(site: *const c_char) -> u64 {
    gives(Call::ActiveMask, Wish::WHO_COMES, 0, site).value
}
