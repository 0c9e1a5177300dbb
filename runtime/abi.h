/* What tandem-cc, the runtime in a target program and `tandem explore` agree on.
 *
 * Three sides include this file and nothing else of each other:
 *   src/instrument puts calls of the functions in part 1 into the target's bitcode;
 *   runtime/       implements them in the target (libc only) and writes parts 2 and 3;
 *   src/explore    reads parts 2 and 3 and sends the commands of part 4.
 *
 * A value of the target is a pair: the concrete value, where the compiler put it, and an
 * expression, an unsigned number that the instrumented code carries beside it (0: it depends on no
 * input). */
#ifndef TANDEM_RUNTIME_ABI_H
#define TANDEM_RUNTIME_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TANDEM_ABI 11 /* of everything in this file; the two sides compare it when they meet */

/* ---- 1. What instrumented code calls
 * -------------------------------------------------------------
 *
 * Everything that can be decided without a call is decided in runtime/core/inline.c, whose
 * functions are linked into each module as bitcode and inlined, and in one test for each stretch of straight code.
 * Concrete work never leaves the program. All values are passed as 64 bits, zero-extended;
 * floating-point numbers as their bit patterns. Widths are in bits and at most 64 where nothing else is said. Integers
 * of up to 128 bits and long doubles (80) are two words, each with an expression of its own; wider integers and inline
 * assembly are concretized by tandem_concrete. */

typedef uint32_t tandem_expr;

/* Operators of expressions, and events (runtime/ops.def, runtime/reasons.def). */
typedef enum tandem_op {
#define OP(name, operands) TANDEM_##name,
#include "runtime/ops.def"
#undef OP
    TANDEM_OP_COUNT
} tandem_op;

typedef enum tandem_concrete_reason {
#define REASON(name, text) TANDEM_WHY_##name,
#include "runtime/reasons.def"
#undef REASON
    TANDEM_REASON_COUNT
} tandem_concrete_reason;

/* Why a function is a closed box, or is none (runtime/origins.def). */
typedef enum tandem_origin {
#define ORIGIN(name, is_box, text) TANDEM_ORIGIN_##name,
#include "runtime/origins.def"
#undef ORIGIN
    TANDEM_ORIGIN_COUNT
} tandem_origin;

/* How a number is rounded to an integer. */
typedef enum tandem_rounding {
    TANDEM_TO_EVEN,
    TANDEM_TO_ZERO,
    TANDEM_DOWN,
    TANDEM_UP,
    TANDEM_AWAY, /* halves away from zero */
    TANDEM_ROUNDINGS
} tandem_rounding;

/* The steps of a stretch (runtime/inline_kinds.h). `inputs` has the values of
 * its inputs, a word each of which the bits above their width do not count,
 * then the expressions of those that have some, a word each as well. Returns
 * the expression of the step that is marked so; others that are marked go to
 * `out`. */
tandem_expr tandem_stretch(const uint64_t *program, const uint64_t *inputs, tandem_expr *out,
                           uint32_t base_of_sites);
/* Takes a stretch of the module that calls it, with what is where the module's
 * maps say (runtime/core/landing.h). Registers are kept, except for the
 * result's. */
tandem_expr tandem_landing(void);

/* Called only with at least one operand expression that is not 0; missing ones become constants. */
tandem_expr tandem_binary(uint32_t op, uint32_t width, tandem_expr a, tandem_expr b, uint64_t va,
                          uint64_t vb); /* width of the operands */
tandem_expr tandem_unary(uint32_t op, uint32_t from, uint32_t to, tandem_expr a);
tandem_expr tandem_ite(uint32_t width, tandem_expr c, tandem_expr a, tandem_expr b, bool vc,
                       uint64_t va, uint64_t vb);
/* Two words a, a_high and b, b_high of an operator of more than 64 bits, and one of its result; of comparisons the
 * first is all. */
tandem_expr tandem_wide(uint32_t op, uint32_t width, uint32_t half, tandem_expr a,
                        tandem_expr a_high, tandem_expr b, tandem_expr b_high, uint64_t va,
                        uint64_t va_high, uint64_t vb, uint64_t vb_high);
/* A conversion from or to such; the high word of `from` counts if it has one. */
tandem_expr tandem_convert(uint32_t op, uint32_t from, uint32_t to, uint32_t half, tandem_expr a,
                           tandem_expr a_high, uint64_t va, uint64_t va_high);
tandem_expr tandem_part(tandem_expr a, uint32_t bit, uint32_t width);
/* Memory. `address` is the expression of the pointer; `bytes` is at most 8. The value is what the
 * load gave, or what will be stored. */
tandem_expr tandem_load(const void *p, uint32_t bytes, tandem_expr address, uint64_t value);
void tandem_store(void *p, uint32_t bytes, tandem_expr address, tandem_expr e, uint64_t value);
/* Before the operation itself; any of the expressions may be 0, n may be any. */
void tandem_memcpy(void *to, const void *from, size_t n, tandem_expr e_to, tandem_expr e_from,
                   tandem_expr e_n); /* memmove as well */
void tandem_memset(void *to, uint64_t byte, size_t n, tandem_expr e_to, tandem_expr e_byte,
                   tandem_expr e_n);
void tandem_forget(void *p,
                   size_t n); /* these bytes depend on no input: stack slots, concrete writes */
void tandem_concrete(tandem_expr e, uint32_t width, uint64_t value, uint32_t reason);

/* Control. Sites are numbered in each module from 0; tandem_module gives their base. */
void tandem_branch(tandem_expr c, bool truth, uint32_t site);
void tandem_choose_way(tandem_expr c, bool truth, uint32_t site); /* a value, without a branch */
void tandem_switch(tandem_expr e, uint32_t width, uint64_t value, uint32_t site,
                   const uint64_t *cases, uint32_t n);
void tandem_trap(tandem_expr c, bool truth, uint32_t site); /* before an undefined-behaviour trap */
/* It does not hold, nothing follows from that, and that it holds is worth a question. As often as tandem_may_wonder is true:
 * few times in a run. */
bool tandem_may_wonder(void);
void tandem_wonder(tandem_expr c);

/* Calls between instrumented functions. The caller fills tandem_args and sets tandem_callee to the
 * address it calls; the callee takes its arguments' expressions only if tandem_callee is its own
 * address (else somebody uninstrumented called it), and sets tandem_callee to NULL. Results: the
 * caller sets tandem_result to 0 before the call; the callee sets it before it returns. */
#define TANDEM_MAX_ARGS 32
extern __thread tandem_expr tandem_args[TANDEM_MAX_ARGS];
extern __thread const void *tandem_callee;
extern __thread tandem_expr tandem_result;
extern __thread bool
    tandem_traced; /* this thread is the one that is traced: no other has expressions */

/* Calls of functions that are not instrumented. Before the call: what the target calls, its name
 * (NULL for indirect calls), the arguments as 64-bit patterns (bit i of `floats` says that argument
 * i is a float or double), with their expressions. True: the call is to be followed by
 * tandem_called, which gives the expression of the result. The runtime decides what the function is
 * to it: an input function (read, fopen, …), a model, a closed box, or anything else. */
bool tandem_calling(const void *function, const char *name, uint32_t site, uint32_t n,
                    uint64_t floats, const uint64_t *values, const tandem_expr *exprs);
tandem_expr tandem_called(uint32_t width, uint64_t result);

/* Arrays on the stack, so that it is known how far an address that depends on the input may go. A
 * function with such arrays has entries for them, behind those of its callers, from its start to
 * its return, and after longjmp it is in charge again where setjmp returns. Entries of arrays that
 * are not alive are zero. NULL, and of no cost: this thread is not the one that is traced. */
typedef struct tandem_local {
    const void *base;
    size_t bytes;
} tandem_local;
extern __thread tandem_local *tandem_locals; /* the next free entry */
/* Called only if it is not NULL. Takes n entries; NULL: there is no room. */
tandem_local *tandem_locals_enter(uint32_t n);

/* A region of memory that has no expression anywhere has 0 here; regions that are 4 GiB apart share an entry. Only what was written to is
 * memory, and a place of it is 32 bits of the address without those below a region: one instruction. */
#define TANDEM_FILTER_SHIFT 8
#define TANDEM_FILTER_SIZE (1u << 24)
extern uint8_t tandem_filter[TANDEM_FILTER_SIZE];
static inline uint8_t *tandem_filter_at(const void *p)
{
    return &tandem_filter[((uintptr_t)p >> TANDEM_FILTER_SHIFT) & (TANDEM_FILTER_SIZE - 1)];
}

/* Coverage: one counter for each edge and each side of a choice. Until a run is traced it points to memory nobody looks
 * at. A module's constructor asks for n counters (instrument/counts.h); *where is the first of them from then on. */
extern uint8_t *tandem_coverage, tandem_nobody[];
void tandem_counts(uint8_t **where, uint32_t n);

/* Static description of a module, registered by its constructor. */
typedef struct tandem_site {
    const char *file, *function;
    uint32_t line;
} tandem_site;
/* What is known, when the module is compiled, of a function that it calls and that is defined
 * elsewhere. */
typedef struct tandem_prototype {
    const char *name;
    const char *signature; /* runtime/boxes/signature.h; NULL: it has none, as `origin` says */
    uint32_t origin;       /* a tandem_origin; UNTRIED: a trial decides */
} tandem_prototype;
typedef struct tandem_module_info {
    uint32_t abi, n_sites, n_prototypes;
    const tandem_site *sites;
    const tandem_prototype *prototypes; /* by name */
    uint32_t *base;           /* set by tandem_module; the module adds it to its site numbers */
    const void *maps;         /* LLVM's stack maps of the module's landings; NULL: it has none */
    const uint64_t *programs; /* the stretches that are taken there, one behind the other */
    uint32_t concretized[TANDEM_REASON_COUNT]; /* places in the code, by reason */
} tandem_module_info;
void tandem_module(const tandem_module_info *m);

/* The target's main is renamed (its type kept) and this wrapper made in its module, so that the
 * runtime's own can call it; the main in its place does nothing but call that. */
int tandem_target_main(int argc, char **argv, char **envp);
int tandem_main(int argc, char **argv, char **envp);

/* ---- 2. Shared memory
 * ----------------------------------------------------------------------------
 *
 * A memfd, its number in the environment variable TANDEM_SHARED; the control socket's number in
 * TANDEM_CONTROL. Without them the program behaves as if it had not been instrumented. The host
 * trusts nothing in it: every index is checked when it is read. */

typedef struct tandem_record {
    uint8_t op, flag;
    uint16_t width;
    uint32_t a, b, c;
} tandem_record; /* 16 bytes; the number of a record is its expression; record 0 is not used */

typedef enum tandem_input_kind {
    TANDEM_ARG, /* argument `index` (0 is the program's name and never symbolic) */
    TANDEM_ENV, /* value of environment variable `index` of the request */
    TANDEM_STDIN,
    TANDEM_FILE,   /* content of file `index` of the request */
    TANDEM_OBJECT, /* klee_make_symbolic, in order; harness input */
} tandem_input_kind;

#define TANDEM_NAME_BYTES 48
typedef struct tandem_input {
    uint8_t kind;
    uint32_t index;
    uint32_t bytes;   /* that are symbolic */
    uint64_t address; /* of objects */
    char name[TANDEM_NAME_BYTES];
} tandem_input;

typedef struct tandem_function_info {
    char name[TANDEM_NAME_BYTES];
    uint64_t address;
    uint32_t origin; /* a tandem_origin */
    uint32_t padding;
} tandem_function_info;

/* What was found out about a function that nobody has listed: it stays from run to run. */
enum { TANDEM_EXTENTS = 8 };
typedef struct tandem_class {
    char name[TANDEM_NAME_BYTES];
    uint32_t origin;                 /* a tandem_origin; NONE: nothing yet */
    uint32_t detail;                 /* SYSTEM: the number of the call */
    uint32_t concrete;               /* calls with inputs in them that were made concrete */
    uint16_t extent[TANDEM_EXTENTS]; /* bytes that it wrote at the pointer in argument i */
} tandem_class;

enum {
    TANDEM_MAX_INPUTS = 256,
    TANDEM_MAX_FUNCTIONS = 512,
    TANDEM_MAX_CLASSES = 512,
    TANDEM_MAX_GUARDS = 1 << 18,
    TANDEM_REQUEST_BYTES = 1 << 20,
};

/* What a run is given. The bytes hold one after the other: argc strings (argv[0] first), n_env
 * strings NAME=VALUE, n_files pairs of name and nothing (the host has put the files into the
 * working folder), the path of the working folder, the path of the file for standard input, all
 * terminated by NUL; then for klee objects n_objects times a uint32_t length and the bytes, in
 * order. */
typedef struct tandem_request {
    uint32_t symbolic; /* 0: a plain run with coverage only */
    uint32_t argc, n_env, n_files, n_objects;
    uint32_t
        arg_bytes; /* room of each argument behind argv[0], for longer ones; 0: as long as it is */
    uint32_t env_bytes; /* the same of the values of symbolic variables */
    uint32_t
        n_fixed; /* arguments behind argv[0] that belong to no test: never symbolic, not counted */
    uint32_t symbolic_env; /* the values of so many variables, the first ones */
    uint32_t keep_boxes;   /* fork keepers (part 4) for at most so many box calls */
    uint32_t max_fail;     /* system calls that fail … */
    uint32_t fail_seed;    /* … which ones */
    uint32_t max_records, max_flips, max_depth; /* budgets of the log; flips of one site */
    uint32_t cpu_seconds, file_bytes;           /* limits */
    uint64_t memory_bytes;
    uint8_t clock, random; /* a tandem_nature each */
    uint32_t flags;        /* TANDEM_RUN_… */
    uint32_t bytes;
    char data[TANDEM_REQUEST_BYTES];
} tandem_request;
/* Where the time of day and random bytes are from: the system; nowhere, so that they are the same in each run; objects (below) that
 * are an offset in seconds and what is added to the same bytes by XOR. */
typedef enum tandem_nature {
    TANDEM_NATURE_SYSTEM,
    TANDEM_NATURE_FIXED,
    TANDEM_NATURE_INPUT
} tandem_nature;
#define TANDEM_CLOCK_BEGIN INT64_C(1767225600) /* 1 January 2026, when such runs begin */
enum {
    TANDEM_RUN_MODELS = 1,
    TANDEM_RUN_NO_DEFERRED = 2,
    TANDEM_RUN_KEEP_OUTPUT = 4,
    TANDEM_RUN_TELL = 8,   /* where it breaks: in the file `broken` of the control folder, lines
                             "    #N ADDRESS (MODULE+OFFSET)", or the report of AddressSanitizer */
    TANDEM_RUN_WATCH = 16, /* does it try to change files outside its folder? */
    TANDEM_RUN_FACTS = 32, /* boxes stay boxes; what models say of them are facts in the log */
    TANDEM_RUN_LOOP = 64,  /* one process runs batch after batch (part 5) */
    /* It may begin behind the program's start-up, which is done once: all runs of the server have these
     * arguments and this environment, and are plain. */
    TANDEM_RUN_LATE = 128
};

/* A batch of inputs (part 5). */
enum {
    TANDEM_BATCH_INPUTS = 1024,
    TANDEM_BATCH_BYTES = 2 << 20,
    TANDEM_NEAREST = 4096,
};
typedef struct tandem_batch {
    uint32_t n, next;  /* inputs of the batch, and the first of them that is to be run */
    uint32_t restores; /* TANDEM_RESTORE_… */
    uint32_t at;       /* by the run: which one is being run */
    uint32_t began;    /* the first of the runs of which it is not known yet whether they count */
    uint32_t restored,
        paged; /* bytes that each run is to find as they were, by copying, by pages */
    uint64_t runs, redone;
    /* What is progress without a new edge: more edges in one run, a deeper stack, operands of a comparison
     * that are nearer to each other (by a hash of its place: bits that differ, + 1; 0: not met). */
    uint32_t progress; /* the last run made some */
    uint32_t most_edges, deepest;
    uint8_t nearest[TANDEM_NEAREST];
    uint32_t end[TANDEM_BATCH_INPUTS]; /* of each input in the bytes */
    uint32_t hits[TANDEM_MAX_GUARDS];  /* runs that took the guard, since the batch came */
    uint8_t seen[TANDEM_MAX_GUARDS];   /* orders of magnitude that are known, as bits */
    uint8_t bytes[TANDEM_BATCH_BYTES];
} tandem_batch;
enum { TANDEM_RESTORE_AUTO, TANDEM_RESTORE_ALWAYS, TANDEM_RESTORE_PAGES };
enum {
    TANDEM_LOOPS_HARNESS = 1, /* it is a libFuzzer harness */
    TANDEM_LOOPS_PROGRAM =
        2 /* it has a main that can be called again and again; its input is the file of the request,
                                 or standard input if there is none */
};

/* One bit for 1, 2, 3, 4-7, 8-15, 16-31, 32-127 times, more; 0 for none. */
static inline uint8_t tandem_magnitude(uint8_t count)
{
    return count < 4     ? (uint8_t)(1u << count >> 1)
           : count < 8   ? 8
           : count < 16  ? 16
           : count < 32  ? 32
           : count < 128 ? 64
                         : 128;
}

/* Folders for temporary files. Where they are on other devices than the host has them on, a jail has made
 * them the program's own. */
#define TANDEM_PLACE_NAMES "/tmp", "/var/tmp", "/dev/shm"
enum { TANDEM_PLACES = 4 }; /* one more than there are, as records are aligned */

typedef struct tandem_shared {
    uint32_t abi, size_of_this;
    uint32_t n_guards, n_sites, n_modules;
    tandem_request request;
    /* written by the run */
    uint32_t n_records; /* records used; valid ones are below this */
    uint32_t n_inputs, n_functions, n_keepers;
    uint32_t full;         /* the log's budget was spent: bit 0 records, bit 1 flips, bit 2 depth */
    uint32_t finding;      /* a tandem_finding */
    uint32_t finding_site; /* or TANDEM_NO_SITE */
    uint32_t outside;      /* of a watched run */
    uint32_t concretized[TANDEM_REASON_COUNT];
    tandem_input inputs[TANDEM_MAX_INPUTS];
    tandem_function_info functions[TANDEM_MAX_FUNCTIONS];
    uint8_t coverage[TANDEM_MAX_GUARDS];
    uint32_t n_classes; /* kept, as are they */
    tandem_class classes[TANDEM_MAX_CLASSES];
    /* operands of comparisons that were not equal (trace-cmp of the light build), a ring; a
     * constant is in b */
    uint32_t n_compares;
    struct {
        uint64_t a, b;
        uint32_t bytes, is_constant;
    } compares[4096];
    uint32_t loops; /* TANDEM_LOOPS_…: it can run batches */
    tandem_batch batch;
    uint32_t log_records; /* room behind this struct */
    uint32_t threads;     /* not 0: a run started one, which is not traced; kept */
    uint32_t padding[2];
    uint64_t places
        [TANDEM_PLACES]; /* devices of the folders for temporary files, as the host has them */
    tandem_record log[];
} tandem_shared;

#define TANDEM_NO_SITE UINT32_MAX
typedef enum tandem_finding {
    TANDEM_FINDING_NONE,
    TANDEM_FINDING_ASSERT,     /* __assert_fail, klee_abort, klee_report_error */
    TANDEM_FINDING_UNDEFINED,  /* an undefined-behaviour trap */
    TANDEM_FINDING_SILENT_EXIT /* klee_silent_exit, a failed klee_assume: not a test */
} tandem_finding;

/* ---- 3. Closed boxes in the log
 * ------------------------------------------------------------------
 *
 * The raw records behind a TANDEM_BOX hold this struct, then its arguments, then the memory it
 * reached before the call, and what it changed. FRESH expressions number the results: 0 is the
 * returned value, 1 is errno, 2 and up are changed bytes in the order in which they are listed. */

typedef struct tandem_box {
    uint32_t n_args, n_reached, n_changed;
    uint32_t result_width; /* 0: none */
    uint64_t result;
    uint32_t error;  /* errno after the call; before it was set to 0 */
    uint32_t keeper; /* number of the keeper process + 1; 0: none */
    uint64_t floats; /* as in tandem_calling; bit 63: the result is one */
} tandem_box;
typedef struct tandem_box_arg {
    uint64_t value;
    tandem_expr expr;
    uint32_t width;
} tandem_box_arg;
typedef struct tandem_box_byte {
    uint64_t address;
    tandem_expr expr; /* 0: concrete */
    uint8_t value;    /* before the call (reached), after it (changed) */
    uint8_t padding[3];
} tandem_box_byte;

/* ---- 4. Control
 * ----------------------------------------------------------------------------------
 *
 * Over the control socket (SOCK_SEQPACKET). The target sends HELLO when it is ready (constructors
 * have run). For each RUN it forks a child in a process group of its own, answers STARTED with the
 * child's number at once and ENDED when it is over. The host kills what takes too long.
 *
 * Before HELLO it writes the file `sites` into the control folder: a line for each site, in order:
 * file, function, line, with tabs between; lines `# REASON COUNT` before them say how many places
 * in the code were made concrete. The file `libraries` has the paths of shared objects that are not
 * instrumented, each with a NUL behind it.
 *
 * A keeper is a fork of the traced run at a box call: the same addresses, the same memory. It waits
 * at the socket `keeper.N` in the run's control folder (TANDEM_FOLDER in the environment) and
 * answers calls: write these bytes at these addresses, call, say the result, errno and the bytes at
 * other addresses, and put everything back. It ends when its socket is closed. */

typedef enum tandem_command {
    TANDEM_HELLO,
    TANDEM_RUN,
    TANDEM_STARTED,
    TANDEM_ENDED,
    TANDEM_QUIT,
    TANDEM_GO,   /* part 5 */
    TANDEM_PAUSE /* the same; `status` is a tandem_pause */
} tandem_command;
typedef struct tandem_message {
    uint32_t command;
    int32_t pid, status; /* as waitpid gives it */
    uint32_t user_ms, wall_ms;
} tandem_message;

typedef struct tandem_keeper_call { /* followed by args (uint64_t), writes, reads (addresses as
                                       uint64_t); one packet (SOCK_SEQPACKET) */
    uint64_t function, floats;
    uint32_t n_args, n_writes, n_reads, result_float; /* result_float: 0, 32 or 64 */
} tandem_keeper_call;
typedef struct tandem_keeper_write {
    uint64_t address;
    uint8_t value, padding[7];
} tandem_keeper_write;
typedef struct tandem_keeper_reply { /* followed by n_reads bytes */
    uint64_t result;
    uint32_t error, crashed; /* crashed: the signal that ended it (SIGALRM: took too long) */
} tandem_keeper_reply;

/* ---- 5. Many runs in one process
 * ----------------------------------------------------------------
 *
 * A run with TANDEM_RUN_LOOP does not end after one input. It says PAUSED when it is
 * ready; with each GO it runs inputs of the batch from `next` on, and says PAUSED again when one of
 * them, number `at`, reached what `seen` does not have (its results are in the shared memory like
 * those of any run), when the batch is done, or when it is to be replaced by a new process. If it
 * ends, the server says ENDED as always, and `at` is the input that ended it. What a run leaves behind
 * does not reach the next one (runtime/loop). */
typedef enum tandem_pause {
    TANDEM_PAUSE_READY,
    TANDEM_PAUSE_NEWS,
    TANDEM_PAUSE_DONE,
    TANDEM_PAUSE_RENEW, /* it has grown: go on at `at` in another process */
    TANDEM_PAUSE_UNFIT  /* runs cannot be kept apart: they need a process each */
} tandem_pause;

#endif
