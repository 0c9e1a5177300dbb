/* Between the files that answer questions. */
#ifndef TANDEM_EXPLORE_QUESTION_FLIP_IMPL_H
#define TANDEM_EXPLORE_QUESTION_FLIP_IMPL_H

#include "explore/question/flip.h"
#include "explore/question/flip_cache.h"
#include "explore/question/tabulate.h"
#include "solve/near/fixed.h"
#include "solve/near/points.h"
#include "term/rewrite/rewrite.h"

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

/* flip_slice.c: the question for alternative `wanted` of condition `i`; `alone`: without the ways that
 * lead there. True: nothing that was made concrete, and no condition that was left out, is in the way.
 */
bool flip_pose(flipper *s, uint32_t i, term_id wanted, bool alone, flip_question *q);
void flip_question_free(flip_question *q);
static inline bool flip_in_set(const uint64_t *set, uint64_t variable)
{
    return set[variable / 64] >> variable % 64 & 1;
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

/* flip_smt.c: on sat the values are what SMT says. `part`: of the usual effort. */
engine_answer flip_ask(flipper *s, question *q, const term_id *terms, size_t n, uint64_t part);
/* All terms of the question, unless an earlier refutation says it. */
engine_answer flip_ask_all(flipper *s, flip_question *q, uint64_t part);
/* What is wanted without changing what it does not depend on: small, and often enough. True: the values are an answer. */
bool flip_ask_rest(flipper *s, flip_question *q, uint64_t part);
/* The whole over integers, where it is linear. True: the values are an answer. */
bool flip_ask_linear(flipper *s, flip_question *q, uint64_t part);
/* The same as a member of the solver wants it. */
near_smt flip_smt(flipper *s);
/* The last word on the values; put back when it is no. */
bool flip_confirmed(flipper *s, flip_question *q);
/* By what models say of the boxes (in a run with TANDEM_RUN_FACTS) there is no answer. */
bool flip_has_none(flipper *s, flip_question *q);

/* flip_few.c: exact where all depends on few bytes. FLIP_UNKNOWN: on too many. */
flip_answer flip_few(flipper *s, flip_question *q);

/* flip_boxes.c. `way` names the site and the way wanted, for the predictor; `cheaply`: without the
 * search. */
flip_answer flip_solve_boxes(flipper *s, flip_question *q, uint64_t way, bool cheaply);

#endif
