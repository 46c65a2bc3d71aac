//! The pass plugin.
