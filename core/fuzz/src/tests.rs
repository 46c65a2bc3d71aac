//! Tests across modules.
