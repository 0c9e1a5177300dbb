/* What a traced run did, as terms.
 *
 * The log of a run (runtime/abi.h) becomes conditions over the bytes of its inputs, in the order in
 * which they were met: each is true of the run, and each branch, check and switch has alternatives,
 * the ways not taken. A call of a closed box becomes free functions, one for each of its results,
 * of the terms that it saw; recall.h calls it.
 *
 * The log comes from a program that may be hostile: every index, width and count is checked, and a
 * log that breaks the rules is refused from there on with a reason. Every condition is evaluated on
 * the run's own inputs; one that does not come out as the run went (a NaN's payload, an
 * uninstrumented write) is left out and counted. */
#ifndef TANDEM_EXPLORE_TRACE_TRACE_H
#define TANDEM_EXPLORE_TRACE_TRACE_H

#include "base/map.h"
#include "explore/target/target.h"
#include "term/eval/eval.h"

/* The bank of all traces, and the constants that stand for input bytes: the same in every trace. */
typedef struct trace_bank {
    term_bank *bank;
    map variables; /* kind, index and offset -> decl */
} trace_bank;
void trace_bank_init(trace_bank *tb);
void trace_bank_free(trace_bank *tb);

/* A byte of an input that the run looked at. */
typedef struct trace_variable {
    uint8_t kind, value;
    uint32_t index, offset;
    decl_id decl;
    term_id term;
} trace_variable;

typedef enum trace_kind {
    TRACE_BRANCH,
    TRACE_CHECK,
    TRACE_SWITCH,
    TRACE_ASSUME, /* holds by the program's own word, or as an address is inside its object; then
                     the alternative is that it is close to it, outside */
    TRACE_PIN,    /* a value that was made concrete; the alternative is any other one */
    TRACE_CHOICE  /* a value that the source chose without a branch: nothing follows from it */
} trace_kind;

#define TRACE_NO_SITE UINT32_MAX               /* of pins */
#define TRACE_BOUNDS_SITE (UINT32_MAX - 1)     /* of addresses */
#define TRACE_ARITHMETIC_SITE (UINT32_MAX - 2) /* of sums and the like that should not overflow */

/* The k-th alternative of a condition is in trace.alternatives at first + k. */
typedef struct trace_condition {
    trace_kind kind;
    uint32_t site, taken; /* taken: 0 or 1 of a branch, the case of a switch, a hash of a pin */
    term_id term;
    uint32_t first, n;
    uint32_t record; /* its place in the log */
} trace_condition;

typedef struct trace_alternative {
    term_id term;
    uint32_t taken;
} trace_alternative;

typedef struct trace_byte {
    uint64_t address;
    term_id term; /* 0: concrete */
    uint8_t value;
} trace_byte;

typedef struct trace_argument {
    uint64_t value;
    term_id term; /* 0: concrete */
    uint32_t width;
} trace_argument;

/* A call of a closed box. `inputs` are the terms that it saw, arguments first; `outputs` the values
 * it gave then: result, errno, changed bytes. */
typedef struct trace_box {
    char name[TANDEM_NAME_BYTES];
    bool is_fmod; /* no call of the program: C's remainder, for which there is no operator */
    tandem_origin origin; /* why it is one */
    uint64_t address, floats;
    uint32_t site, keeper, result_width;
    VEC(trace_argument) args;
    VEC(trace_byte) reached, changed;
    term_vec inputs;
    VEC(uint64_t) seen;    /* values of the inputs in the run */
    VEC(uint64_t) outputs; /* … and of the outputs */
    VEC(decl_id) decls;    /* of the outputs; 0: not used */
    VEC(uint32_t) widths;
} trace_box;

/* What a model says of a box. */
typedef struct trace_fact {
    term_id term;
    uint32_t box;
} trace_fact;

typedef struct trace_end {
    uint8_t kind;
    uint32_t index, offset;
} trace_end;

typedef struct explore_trace {
    term_bank *bank;
    VEC(trace_variable) variables;
    VEC(trace_condition) conditions;
    VEC(trace_alternative) alternatives;
    VEC(trace_box) boxes;
    VEC(trace_fact) facts;
    VEC(trace_end) ends; /* reads that found the end of an input */
    map box_of_decl;     /* decl -> box * 2^32 + output */
    VEC(tandem_input) inputs;
    uint32_t words;     /* of a set of variables */
    VEC(uint64_t) sets; /* see trace_uses: words and one word of flags each */
    map set_of_term;
    uint32_t concretized[TANDEM_REASON_COUNT];
    uint32_t full;         /* budgets of the log that were spent */
    uint32_t n_mismatched; /* conditions that were left out */
    strbuf refused;        /* why the log is not read to its end; empty: it is */
} explore_trace;

/* Reads the log that the run of `test` left; `shared` is not trusted. */
void trace_read(explore_trace *t, trace_bank *tb, const tandem_shared *shared, uint32_t log_records,
                const explore_test *test);
void trace_free(explore_trace *t);

/* The variables that a term of the trace depends on (also through boxes): a set of t->words words.
 */
const uint64_t *trace_uses(explore_trace *t, term_id term);
/* Whether a box, or floating-point arithmetic, occurs in the term. */
bool trace_has_box(explore_trace *t, term_id term);
bool trace_has_float(explore_trace *t, term_id term);
/* Sets marks[i] to 1 for each box i that occurs in the terms, also inside others. */
void trace_mark_boxes(const explore_trace *t, const term_id *terms, size_t n, uint8_t *marks);
/* The byte of the test that a variable stands for; 0 behind the end. */
uint8_t trace_input_byte(const explore_test *test, uint8_t kind, uint32_t index, uint32_t offset);
/* The test with other values for the variables (in the order of t->variables); arguments end at
 * their first NUL. `to` is initialised by this. */
void trace_make_test(const explore_trace *t, const explore_test *from, const uint8_t *values,
                     explore_test *to);

#endif
