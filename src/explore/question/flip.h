/* Questions about a trace: other inputs for which it goes another way at one condition.
 *
 * Algorithm 1 of deferred concretization with fuzz solving. First the *splitter* leaves only the
 * earlier conditions that share inputs with the way wanted. Without closed boxes the rest is a
 * question for SMT, and boxes that see only one byte of the inputs are replaced by tables
 * (tabulate.h). With boxes the *filter* asks SMT with every box at its recorded values; then SMT
 * sees the boxes as uninterpreted functions, which refutes many; then the boxes are called: at
 * values that look promising (transplant.h), at what SMT proposed, and by the fuzz solver, unless
 * the *predictor* knows that this has not helped here before. Floating point goes to the fuzz
 * solver first.
 *
 * Every answer was confirmed by the evaluator with the real boxes. `unsat` is said only when SMT
 * refuted the conditions; everything else is unknown. Budgets count z3's resource units and
 * executions. */
#ifndef TANDEM_EXPLORE_QUESTION_FLIP_H
#define TANDEM_EXPLORE_QUESTION_FLIP_H

#include "engine/engine.h"
#include "explore/limits.h"
#include "explore/target/recall.h"
#include "fuzz/limits.h"
#include "solve/limits.h"

typedef struct flipper flipper;

/* What is counted for each function that was a closed box. */
typedef struct flip_box_count {
    char name[TANDEM_NAME_BYTES];
    tandem_origin origin;   /* why it is a box */
    uint64_t met;           /* calls in traces */
    uint64_t asked, solved; /* questions in which it occurs that were left for the fuzz solver */
} flip_box_count;
typedef VEC(flip_box_count) flip_box_counts;

typedef struct flip_config {
    uint64_t seed;
    const explore_limits *limits;     /* NULL: the defaults */
    const fuzz_limits *fuzz_limits;   /* the same */
    const solve_limits *solve_limits; /* the same */
    uint64_t executions;              /* of the fuzz solver for one question; 0: a good number */
    uint64_t rlimit;                  /* of SMT for one question; 0: a good number */
    bool no_splitter, no_predictor, no_optimistic, no_fuzz; /* ablations */
    double deadline;            /* clock_wall: questions are given up then; 0: none */
    flip_box_counts *functions; /* the caller's; may be NULL */
    const volatile sig_atomic_t *interrupt;
} flip_config;

typedef enum flip_answer {
    FLIP_SAT,
    FLIP_UNSAT,
    FLIP_UNKNOWN,
    FLIP_PREDICTED, /* not asked: the predictor says no */
    FLIP_KNOWN      /* the same question was answered before */
} flip_answer;

typedef struct flip_result {
    flip_answer answer;
    bool boxes;      /* the question had boxes */
    bool optimistic; /* it was solved without what leads there, or what was made concrete */
    term_id goal;    /* then: what was solved, for flip_aim; 0: it is of this trace only */
    bool pure; /* full path, no boxes, nothing that was made concrete: it has to be followed */
    uint8_t
        *values; /* on sat: of all variables of the trace; owned by the solver, until the next */
} flip_result;

/* What is counted: COUNTER(name, text). */
#define FLIP_COUNTERS(COUNTER)                                                   \
    COUNTER(questions, "questions")                                              \
    COUNTER(known, "answered before")                                            \
    COUNTER(joined, "of these joined with another run")                          \
    COUNTER(byte_sat, "sat by another value of one byte")                        \
    COUNTER(few_sat, "sat by trying all values of few bytes")                    \
    COUNTER(few_unsat, "unsat by trying all values of few bytes")                \
    COUNTER(shape_sat, "sat with what is known of single bytes")                 \
    COUNTER(shape_unsat, "unsat with what is known of single bytes")             \
    COUNTER(cache_sat, "without boxes: sat by the values of another answer")     \
    COUNTER(cache_unsat, "unsat as an earlier question was")                     \
    COUNTER(smt_checks, "checks by SMT")                                         \
    COUNTER(plain_sat, "without boxes: sat")                                     \
    COUNTER(plain_unsat, "without boxes: unsat")                                 \
    COUNTER(plain_fuzzed, "without boxes: found by the fuzz solver")             \
    COUNTER(plain_unknown, "without boxes: unknown")                             \
    COUNTER(float_sat, "floating point: found by the fuzz solver")               \
    COUNTER(filter_sat, "boxes: sat at recorded values (filter)")                \
    COUNTER(tabulated, "boxes: replaced by the table of a function of one byte") \
    COUNTER(box_refuted, "boxes: refuted as uninterpreted functions")            \
    COUNTER(box_asked, "boxes: left for the fuzz solver")                        \
    COUNTER(box_transplanted, "boxes: found by transplants")                     \
    COUNTER(box_proposed, "boxes: found at values that SMT proposed")            \
    COUNTER(box_fuzzed, "boxes: found by the search")                            \
    COUNTER(box_exhausted, "boxes: refuted by trying everything")                \
    COUNTER(box_unknown, "boxes: not found")                                     \
    COUNTER(box_hopeless, "boxes: not found, and by the models there is none")   \
    COUNTER(box_predicted, "boxes: not asked (predictor)")                       \
    COUNTER(optimistic_sat, "optimistic: sat")                                   \
    COUNTER(unconfirmed, "answers that the evaluator did not confirm")           \
    COUNTER(executions, "executions of the fuzz solver")                         \
    COUNTER(calls, "calls of boxes")

typedef struct flip_counters {
#define COUNTER(name, text) uint64_t name;
    FLIP_COUNTERS(COUNTER)
#undef COUNTER
    double smt_seconds, fuzz_seconds;
} flip_counters;

/* NULL with *error set (caller frees). */
flipper *flip_new(trace_bank *tb, const flip_config *config, char **error);
void flip_free(flipper *s);
/* The questions that follow are about this trace. Both must outlive flip_end. */
void flip_begin(flipper *s, explore_trace *t, explore_recall *boxes);
void flip_end(flipper *s);
/* Alternative `k` of condition `i`. `optimistic`: also without what leads there, if need be. */
void flip_try(flipper *s, uint32_t i, uint32_t k, bool optimistic, flip_result *result);
/* Until flip_end the questions are to have this as well, the goal of an earlier answer; 0: not any more. */
void flip_aim(flipper *s, term_id goal);
/* The terms of the bank are about to be released. */
void flip_forget(flipper *s);
/* The predictor forgets its failures: there is time to try again. */
void flip_forgive(flipper *s);
const flip_counters *flip_counts(const flipper *s);

#endif
