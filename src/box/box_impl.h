/* What the files of src/box share; for no one else. */
#ifndef TANDEM_BOX_BOX_IMPL_H
#define TANDEM_BOX_BOX_IMPL_H

#include "base/map.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "box/bind/library.h"
#include "box/box.h"
#include "box/worker/invoke.h"
#include "term/core/decl.h"
#include "term/core/sort.h"
#include "term/core/tuple_map.h"

struct box_caller;
struct box_run;
struct box_direct;

typedef struct box_image_entry {
    uint64_t hash;
    box_image image;
} box_image_entry;

typedef struct box_record {
    decl_id decl;
    size_t args; /* in set->words */
    uint32_t n;
    value_id result;
    box_status status;
    uint32_t before, after; /* image numbers + 1; 0: none */
    bool confirmed;
    bool withdrawn;
} box_record;

/* Boxes that one call gives the values of: most have a group of their own. */
typedef struct box_group {
    const box_provider *provider; /* NULL: the box is its own */
    uint32_t number;              /* the provider's */
    uint32_t arity, outputs;
    VEC(box_cell) cells;
    char *function; /* of the original; NULL: the box is it */
    VEC(box_argument) arguments;
    bool of_system;
    map rows; /* hash of the arguments -> place in `words` + 1, or a state (words.c) */
    VEC(uint64_t) words;
} box_group;

/* A call that is to be made: its row in the words of the group. */
typedef struct box_waiting {
    uint32_t group;
    decl_id decl;
    size_t at;
    uint64_t key;
} box_waiting;

struct box_set {
    term_bank *bank;
    const char *const *headers; /* box_config */
    uint32_t n_headers;
    double timeout;
    uint64_t memory;
    bool sandbox_off;
    bool unprotected; /* a sandbox was wanted and cannot be had */
    sandbox_grants may;
    sandbox *of_calls, *of_programs; /* made when first needed */
    uint64_t seed;
    const volatile sig_atomic_t *interrupt;
    box_libraries libraries;
    VEC(box *) boxes;
    map by_decl;               /* decl -> number in boxes + 1 */
    struct box_caller *caller; /* where boxes are called … */
    struct box_caller *second; /* … and asked again */
    box_sighting_vec sightings;
    VEC(struct box_run *) kept; /* runs of others' loops: box_run_kept */
    struct box_direct *direct;  /* in a worker that calls by itself; else NULL */
    tuple_map cache;            /* decl, args, image -> record number + 1 */
    VEC(box_record) records;
    vec_u32 words;
    VEC(box_image_entry) images;
    map image_index; /* hash -> image number + 1 */
    VEC(box_group) groups;
    map group_of;             /* provider's number -> number of the group + 1 */
    VEC(box_waiting) waiting; /* words.h */
    bool collecting;
    uint64_t image_bytes;
    uint64_t calls;
    uint64_t confirmations;
    size_t settled;          /* records before this one need no confirmation */
    uint64_t patience;       /* calls that are ended early get so many times the usual */
    bool unhurried;          /* no call is ended early now */
    bool put_off, hangs;     /* some were, since boxes_be_patient; some ever were */
    struct box_times *times; /* what was learned of them */
    bool unobserved;         /* box_config */
    strbuf message;
};

/* "f(1, 2)" for messages. */
void box_describe_call(const box_set *set, const box *x, const value_id *args, strbuf *out);
/* The sandbox of this profile (call or program), or NULL; false with *error set: it cannot be had.
 */
bool box_sandbox(box_set *set, sandbox_profile profile, const sandbox **s, char **error);
/* A heap-allocated message in the manner of printf. */
char *box_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
