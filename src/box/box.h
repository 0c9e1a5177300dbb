/* Closed boxes: functions that can be run and not looked into.
 *
 * A box is a DECL_FREE function declaration of the bank, so that every SMT engine sees it as an
 * uninterpreted function for free, plus a binding in a box_set that says what to run: a C function
 * (of a library, of a C file compiled on the fly, of libc or libm, of this program), an executable, or
 * a callback of the API. Calls happen in worker processes; crashing, hanging, exiting and exhausting memory are
 * results like any other. docs/boxes.md is the reference of sorts, C types and protocols.
 *
 * Four ways in:
 *   boxes_call        one call with values: isolated, cached, checked, recorded as a fact;
 *   boxes_call_words  words.h: the same with machine words, and many at once;
 *   box_invoke        invoke.h: machine words, inside a worker, tens of millions a second;
 *   box_run_start     worker.h: runs a loop of ours (the fuzzer's) inside a worker.
 *
 * Meaning: a box is total in the logic; where it has no value (status other than BOX_OK) its value
 * is unknown and supports no unsat. A box that answers differently on equal inputs is no function:
 * boxes_is_function tells, and its facts are withdrawn. */
#ifndef TANDEM_BOX_BOX_H
#define TANDEM_BOX_BOX_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "sandbox/sandbox.h"
#include "term/core/bank.h"
#include "term/value/value.h"

typedef struct box_set box_set;
typedef struct box box; /* one binding; see invoke.h */

typedef enum box_status {
    BOX_OK,
    BOX_CRASHED,      /* a signal; exit of an executable with a status other than 0 */
    BOX_HUNG,         /* no answer within the time of one call */
    BOX_MEMORY,       /* over the memory limit */
    BOX_EXITED,       /* the C function called exit() */
    BOX_REFUSED,      /* a system call that the sandbox does not allow: boxes_message names it */
    BOX_BAD_REPLY,    /* an answer that is none of its sort: boxes_message says what */
    BOX_INCONSISTENT, /* the box has answered differently before */
    BOX_UNAVAILABLE   /* not run: interrupted, worker cannot start, argument has no C form */
} box_status;
/* "crashed", "hung", … */
const char *box_status_text(box_status status);

/* A callback of the API: runs in this process and is not isolated. Stores the value (of the right
 * sort: checked) and returns BOX_OK, or says why there is none. */
typedef box_status (*box_callback)(void *context, term_bank *b, const value_id *args, uint32_t n,
                                   value_id *result);

typedef enum box_protocol {
    BOX_PROTOCOL_AUTO,      /* asks the program (docs/boxes.md: handshake) */
    BOX_PROTOCOL_ONE_SHOT,  /* Delphi's: one process a call */
    BOX_PROTOCOL_PERSISTENT /* one line a call */
} box_protocol;

/* What follows for the function from what a box answered. */
typedef enum box_scope {
    BOX_SCOPE_SESSION, /* it holds wherever the box is called */
    BOX_SCOPE_PLACE    /* it holds of one call in one run: a refutation means "not on this path" */
} box_scope;

/* Boxes that stand somewhere else, a call in a run that was stopped, say. One call gives several
 * values, and each is a box of its own: together they are a *group*. Arguments and values are
 * machine words. Nothing is confirmed by asking again: who concludes something has to run it. */
typedef struct box_provider {
    box_scope scope;
    /* Makes `n` calls of the group: `rows` has their arguments, `outputs` gets their values, one
     * call after the other, and `states` what became of each. */
    void (*call)(void *context, uint32_t group, const uint64_t *rows, size_t n, uint64_t *outputs,
                 box_status *states);
    void *context;
} box_provider;

/* A byte of the memory that a call sees. */
typedef struct box_cell {
    uint64_t address;
    uint32_t argument; /* whose byte it is; BOX_CELL_FIXED: it always is `value` */
    uint8_t shift;     /* in bytes, from the lowest */
    uint8_t value;
} box_cell;
#define BOX_CELL_FIXED UINT32_MAX

/* The call that a box stands for, where its own arguments are only what varies of it. */
typedef struct box_argument {
    uint32_t argument; /* of the box; BOX_CELL_FIXED: it always is `value` */
    uint64_t value;
} box_argument;
typedef struct box_original {
    const char *function;
    const box_argument *arguments;
    uint32_t n_arguments;
    bool of_system; /* a function of libc or libm, not one that the user has brought */
} box_original;

typedef struct box_declaration {
    decl_id decl;
    const char *library;       /* .so or .c; NULL: the configured list, then libc and libm */
    const char *source;        /* C text, instead of a library */
    void (*function)(void);    /* of this program, instead of a symbol that is looked for */
    const char *symbol;        /* NULL: the declared name */
    bool restricted;           /* an untrusted text gave the symbol: it has to be defined by the
                                  library itself, not by what that needs, or be in bind/pure.def */
    const char *executable;    /* instead of a C function */
    box_protocol protocol;     /* of the executable */
    uint32_t reply, replies;   /* which of how many values of its reply; 0, 0: the only one */
    const char *const *ctypes; /* arity + 1 texts, the result's last; NULL (also single ones): by
                                  the sort. A text ending in '*' on (_ BitVec 64) is a pointer into
                                  the memory image */
    box_callback callback;     /* instead of both */
    void *callback_context;
    bool callback_anywhere; /* it does nothing but call boxes: workers may run it, too */
    /* Makes what `n` calls of the callback are going to call known, many at once; may be NULL. */
    void (*callback_soon)(void *context, const value_id *rows, size_t n);
    const box_provider *provider; /* instead of all; outlives the set */
    uint32_t group;               /* which of the provider's; `reply` of `replies` is the value */
    const box_cell *cells;        /* what a call sees besides its arguments; copied with the first
                                     declaration of a group */
    size_t n_cells;
    const box_original
        *original; /* what the calls are; copied with the first of a group; NULL: as declared */
} box_declaration;

typedef struct box_config {
    const char *const
        *libraries; /* --lib, in order; .so, or .c that is compiled in the background */
    uint32_t n_libraries;
    const char *const *headers; /* --header, where signatures are found; not copied */
    uint32_t n_headers;
    double timeout_seconds; /* of one call; 0: 1 s */
    uint64_t memory_bytes;  /* of a worker above what it starts with; 0: 1 GiB */
    bool keep_compiled;     /* objects of .c files, for later runs */
    bool unobserved;        /* what boxes compare with is not looked at */
    bool sandbox_off;       /* the user wants none */
    sandbox_grants may;     /* what the sandbox lets boxes do; texts are not copied */
    uint64_t seed;          /* order and addresses of the second run */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} box_config;

/* The texts of `config` are copied. Compilation starts at once; its failure shows in boxes_bind. */
box_set *boxes_new(term_bank *b, const box_config *config);
/* Ends all workers, removes the private folder. */
void boxes_free(box_set *set);
/* Binds a declaration. False with *error set (caller frees): the symbol is not found ("unbound
 * closed box 'f': give --lib …"), the C file does not compile (its compiler's message), a sort has
 * no C form. Binding a declaration again replaces the binding and forgets its facts. */
bool boxes_bind(box_set *set, const box_declaration *declaration, char **error);
/* The first of the configuration's headers that is no file here and that clang does not find either; NULL: all are
 * there. */
const char *boxes_missing_header(const box_config *config);
/* The signature of a C function by the headers: sorts and C types of its parameters, then of its result (the caller
 * frees each). False with *error set (caller frees). */
typedef VEC(char *) box_types;
bool boxes_signature(box_set *set, const char *function, vec_u32 *sorts, box_types *types,
                     char **error);
/* Whether the last boxes_bind failed because no sandbox can be set up here. */
bool boxes_unprotected(const box_set *set);
/* Whether the function exists in libc or libm and is none that a formula may call by itself: what
 * boxes_bind does not find when the declaration is `restricted`. */
bool boxes_forbidden(const char *symbol);
/* The program as exec wants it (caller frees): a path, or a name that is looked for here and on the
 * search path; NULL when there is none that can be run. */
char *boxes_find_program(const char *name);
/* What the function can see besides its arguments, as far as its imports tell: "the time, files"; NULL:
 * nothing, or it is no function of a library. The caller frees. */
char *boxes_senses(const box_set *set, decl_id decl);
/* NULL when the declaration is no box. Valid until the next boxes_bind. */
const box *boxes_find(const box_set *set, decl_id decl);
uint32_t boxes_count(const box_set *set);
decl_id boxes_decl_at(const box_set *set, uint32_t i);
/* The libraries that boxes come from, by number; false behind the last. One that could not be
 * compiled is left out. */
typedef struct box_library_names {
    const char *given;  /* as the user named it */
    const char *object; /* the shared object that is run */
} box_library_names;
bool boxes_library(box_set *set, uint32_t i, box_library_names *names);

/* ---- Memory images: what pointers of the path-condition dialect point to --------------------- */

typedef struct box_buffer {
    uint64_t address; /* as the formula has it */
    uint8_t *bytes;
    size_t n;
} box_buffer;

/* Buffers in any order; neighbours that touch are one object to the box, overlapping ones are
 * overwritten by the later one. */
typedef struct box_image {
    const box_buffer *buffers;
    uint32_t n;
} box_image;

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Calls the box, or remembers. 0 with *status (may be NULL) when it has no value there. */
value_id boxes_call(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                    box_status *status);
/* Makes `n` calls at once, `rows` has the arguments of one after the other: facts like those of
 * boxes_call, but much cheaper each. Not for pointer parameters. False when a call hung or ran out
 * of memory, or the box is none: then more of this takes long. */
bool boxes_call_many(box_set *set, decl_id decl, const value_id *rows, size_t n);
/* The same for boxes with pointer parameters: `before` (may be NULL) is the memory at the call; the
 * objects that the arguments point into are placed at fresh addresses, and returned pointers into
 * them are translated back. If `after` is not NULL it becomes those objects as the box left them,
 * sorted by address, owned by the set until boxes_free. */
value_id boxes_call_image(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                          const box_image *before, box_image *after, box_status *status);
/* Many such calls at once; `args` has those of one after the other. */
void boxes_call_images(box_set *set, decl_id decl, const value_id *args, const box_image *before,
                       size_t n);
/* Remembered only: 0 and BOX_UNAVAILABLE when this call was never made. */
value_id boxes_known(const box_set *set, decl_id decl, const value_id *args, uint32_t n,
                     box_status *status);
/* About the last call that was not BOX_OK: "f(3): crashed (segmentation fault)". */
const char *boxes_message(const box_set *set);
/* Calls that were really made. */
uint64_t boxes_call_count(const box_set *set);
/* Calls that take much longer than others of their box are ended before their time, so that a box that hangs on
 * many of its inputs can be searched. This gives them more time and forgets that they hung; false when none was
 * ended early, or they have all the time of one call already. */
bool boxes_be_patient(box_set *set);
/* While unhurried calls have all their time, also those that hung before: for few calls that matter. */
void boxes_unhurried(box_set *set, bool unhurried);
/* Whether calls were ever ended early. */
bool boxes_hang(const box_set *set);

/* What boxes were seen to compare something with, while they were searched: words worth a try. */
enum { BOX_SIGHTING_BYTES = 31 };
typedef struct box_sighting {
    uint8_t n, bytes[BOX_SIGHTING_BYTES];
} box_sighting;
typedef VEC(box_sighting) box_sighting_vec;
const box_sighting_vec *boxes_sightings(const box_set *set);

/* ---- Facts ----------------------------------------------------------------------------------- */

/* An observed call. Facts are numbered from 0 in order of observation; a number stays the same. */
typedef struct box_fact {
    decl_id decl;
    const value_id *args;
    uint32_t n;
    value_id result; /* 0: no value, see status */
    box_status status;
    const box_image *before; /* objects that the arguments point into; NULL: none */
    const box_image *after;
    bool confirmed; /* seen again by boxes_confirm */
} box_fact;

size_t boxes_fact_count(const box_set *set);
/* False when the fact has been withdrawn (or has no value: still filled in). */
bool boxes_fact(const box_set *set, size_t i, box_fact *fact);
/* Repeats calls that are not confirmed yet (of all boxes, or of `decls`) in a fresh worker, in
 * another order and at other addresses. A box that answers differently is marked inconsistent. True
 * when nothing differed; *unsure (may be NULL) counts calls that could not be repeated (hung, out
 * of memory, interrupted) and stay unconfirmed. */
bool boxes_confirm(box_set *set, const decl_id *decls, uint32_t n, size_t *unsure);
/* The same for these calls only: `calls` has for each the declaration and its argument values, one
 * after the other. What was never called, or has no value, is passed over. */
bool boxes_confirm_calls(box_set *set, const vec_u32 *calls, size_t *unsure);
/* Someone else has seen that the box answers differently on equal inputs: its facts are withdrawn. */
void boxes_disown(box_set *set, decl_id decl);
/* False once the box has answered differently on equal inputs. */
bool boxes_is_function(const box_set *set, decl_id decl);
/* BOX_SCOPE_PLACE when one of the boxes is of that scope. */
box_scope boxes_scope(const box_set *set, const decl_id *decls, size_t n);
/* Forgets all calls when they take more than `bytes`. Between checks: facts are numbered anew, and
 * images that calls left are gone. What is known of a box stays: one that is no function is none. */
void boxes_forget(box_set *set, uint64_t bytes);
/* The bank is going to be released to where `end` was its next declaration: forgets all calls, the
 * boxes that were declared since, and the processes that have seen the bank as it is now. */
void boxes_release(box_set *set, decl_id end);
/* What the evaluator wants: `context` is the box_set. 0 when the declaration is no box,
 * EVAL_NO_VALUE when the box has no value there. */
value_id boxes_evaluate(void *context, decl_id decl, const value_id *args, uint32_t n);

#endif
