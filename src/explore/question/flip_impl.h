/* Between the files that answer questions. */
#ifndef TANDEM_EXPLORE_QUESTION_FLIP_IMPL_H
#define TANDEM_EXPLORE_QUESTION_FLIP_IMPL_H

#include "explore/question/flip.h"
#include "explore/question/flip_cache.h"
#include "explore/question/tabulate.h"
#include "solve/near/fixed.h"
#include "solve/values/shape.h"
#include "term/rewrite/rewrite.h"

enum {
    FIRST_PART = 20, /* of the effort for a question: the first attempt */
    SHAPE_PART = 4   /* a shape that was too hard for that */
};

/* A value that was made concrete: `same` is the equation with it. */
typedef struct flip_pin {
    term_id value, same;
} flip_pin;

/* A question about a trace: its places are bytes of inputs. */
typedef struct flip_question {
    question near;
    vec_u32 variables;   /* of the trace, one for each place */
    vec_u32 box_numbers; /* boxes that occur, in the order of their calls */
    bool floats;         /* floating-point arithmetic occurs */
    bool pinned;         /* something that was made concrete is in it */
} flip_question;

/* What a variable of the traces had in an answer. */
typedef struct flip_value {
    term_id variable;
    uint32_t value;
} flip_value;

struct flipper {
    trace_bank *tb;
    term_bank *bank;
    flip_config config;
    const explore_limits *limits;
    engine *engine;
    flip_counters counts;
    map known; /* hash of a question -> where its answer begins in `answers`, + 1; 0: it has none */
    VEC(flip_value)
    answers; /* of each the number of variables first, as a value without a variable */
    flip_cache *cache;
    map bytes_of; /* term about one byte -> the values for which it holds, in `bytes`, + 1; 0: not known */
    VEC(byte_set) bytes;
    VEC(flip_pin) pins;
    map failures; /* site and way -> failures of the fuzz solver in a row */
    rewriter *simplify;
    explore_trace *trace;
    box_set *boxes; /* of the trace */
    map position;   /* kind, index, offset -> variable + 1 */
    uint64_t calls_before;
    tabulator *tables; /* of the trace's boxes */
    term_id goal;      /* that questions have as well; 0: none */
    VEC(uint8_t) answer;
};

/* What a question has of the path that leads to it. */
typedef enum flip_extent {
    FLIP_PATH,
    FLIP_UNPINNED, /* without what was made concrete: the run may be another one from there on */
    FLIP_ALONE     /* without the ways */
} flip_extent;

/* flip_slice.c: the question for alternative `wanted` of condition `i`. True: nothing that was made concrete, and no
 * condition that was left out, is in the way. */
bool flip_pose(flipper *s, uint32_t i, term_id wanted, flip_extent extent, flip_question *q);
void flip_question_free(flip_question *q);
static inline bool flip_in_set(const uint64_t *set, uint64_t variable)
{
    return set[variable / 64] >> variable % 64 & 1;
}
static inline uint32_t flip_set_size(const uint64_t *set, uint32_t words)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < words; w++)
        n += (uint32_t)__builtin_popcountll(set[w]);
    return n;
}
static inline bool flip_sets_meet(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}
/* Kind, index and offset of a byte beside a variable, as a key of `position`. */
static inline uint64_t flip_place(const trace_variable *v, uint32_t offset)
{
    return (uint64_t)v->kind << 56 ^ (uint64_t)(v->index & 0xffff) << 32 ^ offset;
}

/* flip_pins.c: the trace's are remembered. */
void flip_note_pins(flipper *s);
/* The question is about another value than that of `c`: none that is known. */
void flip_add_pins(flipper *s, const trace_condition *c, flip_question *q);

/* flip_count.c: the boxes of the trace were met. */
void flip_count_met(flipper *s);
/* A question was left for the fuzz solver. */
void flip_count_asked(flipper *s, const flip_question *q, bool solved);

/* flip_smt.c: in a scope of its own, which the caller pops when it has seen what it needs. `part`: of the usual effort. */
engine_answer flip_check(flipper *s, const term_id *terms, size_t n, uint64_t part);
/* On sat the values are what SMT says. `part`: of the usual effort. */
engine_answer flip_ask(flipper *s, question *q, const term_id *terms, size_t n, uint64_t part);
/* All terms of it; on unsat `core` has the positions of those that cannot hold together. */
engine_answer flip_ask_core(flipper *s, question *q, uint64_t part, vec_u32 *core);
/* All terms of the question, unless an earlier refutation says it. */
engine_answer flip_ask_all(flipper *s, flip_question *q, uint64_t part);
/* The whole over integers, where it is linear. True: the values may be an answer, unless floats were rounded. */
bool flip_ask_linear(flipper *s, question *q, uint64_t part);
/* The same as a member of the solver wants it. */
near_smt flip_smt(flipper *s);
/* The last word on the values; put back when it is no. */
bool flip_confirmed(flipper *s, flip_question *q);
/* By what models say of the boxes (in a run with TANDEM_RUN_FACTS) there is no answer. */
bool flip_has_none(flipper *s, flip_question *q);

/* flip_few.c: exact where all depends on few bytes. FLIP_UNKNOWN: on too many. */
flip_answer flip_few(flipper *s, flip_question *q);

/* flip_shape.c: the question with what is known of single bytes put in. FLIP_UNSAT: it has no answer. To be ended in any case. */
typedef struct flip_small {
    bool posed; /* there is one: it has neither boxes nor floats */
    question near;
    byte_set *left; /* the values that each place may have */
    shape_log log;
    uint32_t
        undecided; /* the shapes that are to be asked about, a bit for each: in the end those that were too hard */
} flip_small;
flip_answer flip_small_begin(flipper *s, flip_question *q, flip_small *small);
void flip_small_end(flip_small *small);
/* With fewer values for some bytes; called again, with more effort, where that was too little. True: the values of `q` are an
 * answer. `part`: of the usual effort. */
bool flip_ask_shapes(flipper *s, flip_question *q, flip_small *small, uint64_t part);
/* All of it, or of the question where it is not posed; on sat the values of `q` are to be confirmed. */
engine_answer flip_ask_small(flipper *s, flip_question *q, flip_small *small, uint64_t part);

/* flip_boxes.c. `way` names the site and the way wanted, for the predictor; `cheaply`: without the
 * search. */
flip_answer flip_solve_boxes(flipper *s, flip_question *q, uint64_t way, bool cheaply);

#endif
