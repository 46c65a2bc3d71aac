/* enzyme_rs/checkpoint_store.h - places for checkpoints: memory, files, tiers, the background
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_STORE_H
#define ENZYME_RS_CHECKPOINT_STORE_H

#include <stdint.h>
#include "checkpoint_status.h"

/** What the files of a store are. */
typedef enum enzyme_rs_cp_format {
    /** HDF5, or plain where the library was built without. */
    ENZYME_RS_CP_FORMAT_DEFAULT = 0,
    /** HDF5: a group `checkpoint` with attributes that say what it is, and a dataset for each field. */
    ENZYME_RS_CP_FORMAT_HDF5 = 1,
    /** A header in JSON, then the bytes, with a checksum for each mebibyte. */
    ENZYME_RS_CP_FORMAT_PLAIN = 2,
} enzyme_rs_cp_format;

/** How the numbers in HDF5 files are packed; all but zfp without loss. */
typedef enum enzyme_rs_cp_filter {
    /** As they are. */
    ENZYME_RS_CP_FILTER_NONE = 0,
    /** Bytes shuffled, then deflate (zlib). */
    ENZYME_RS_CP_FILTER_DEFLATE = 1,
    /** Zstandard inside Blosc, with shuffled bytes; where the library was built with it. */
    ENZYME_RS_CP_FILTER_ZSTD = 2,
    /** zfp, with a bound of the error; where the library was built with it. */
    ENZYME_RS_CP_FILTER_ZFP = 3,
} enzyme_rs_cp_filter;

/**
 * A place for checkpoints. Given to a run or to another store, it leaves an empty handle behind, which
 * takes no further part and is freed as any other.
 */
typedef struct enzyme_rs_cp_store enzyme_rs_cp_store;

/** How files are written. All zeros are good values. */
typedef struct enzyme_rs_cp_file_options {
    /** Of enum enzyme_rs_cp_format. */
    int32_t format;
    /** Of enum enzyme_rs_cp_filter. */
    int32_t filter;
    /** Of deflate and zstd: 0 (fastest) to 9 (smallest). Of zfp: the largest error is 2 to the power of this; -52 or more, not 0. */
    int32_t filter_level;
    /** Which of the processes that share the folder this is, from 0. */
    int32_t rank;
    /** Size of a chunk of HDF5 in bytes; 0 for one piece, or a mebibyte where a filter needs chunks. */
    int64_t chunk;
} enzyme_rs_cp_file_options;

#ifdef __cplusplus
extern "C" {
#endif

/** Opens a store in memory. A resumed run computes again what was in it. */
int32_t enzyme_rs_cp_store_memory(struct enzyme_rs_cp_store **out);

/**
 * Opens a store of files in `folder`, which is made if it is not there: one file a checkpoint, whole or not
 * there. NULL for `options` is all zeros. On an error `*out` is NULL.
 * `folder` ends in a zero byte.
 */
int32_t enzyme_rs_cp_store_files(const char *folder,
                                 const struct enzyme_rs_cp_file_options *options,
                                 struct enzyme_rs_cp_store **out);

/**
 * Opens a store made of `count` others, fastest first, `room` having the bytes for each: a checkpoint goes to
 * the first that has room for it. The others are given away. On an error `*out` is NULL and they are as they were.
 * `stores` and `room` have `count` elements.
 */
int32_t enzyme_rs_cp_store_tiered(struct enzyme_rs_cp_store *const *stores,
                                  const int64_t *room,
                                  int32_t count,
                                  struct enzyme_rs_cp_store **out);

/**
 * Opens a store that reads and writes another one while the model computes, with at most `memory` bytes
 * of checkpoints waiting (or one checkpoint, if it is larger). The other one is given away. On an error
 * `*out` is NULL.
 */
int32_t enzyme_rs_cp_store_background(struct enzyme_rs_cp_store *store,
                                      int64_t memory,
                                      struct enzyme_rs_cp_store **out);

/** Frees a store, given away or not. NULL is allowed. */
void enzyme_rs_cp_store_free(struct enzyme_rs_cp_store *store);

#ifdef __cplusplus
}
#endif

#endif /* ENZYME_RS_CHECKPOINT_STORE_H */
