/* Between the files that answer questions. */
#ifndef TANDEM_EXPLORE_QUESTION_FLIP_IMPL_H
#define TANDEM_EXPLORE_QUESTION_FLIP_IMPL_H

#include "explore/question/flip.h"
#include "explore/question/flip_cache.h"
#include "explore/question/question.h"
#include "explore/question/tabulate.h"
#include "fuzz/words/search.h"

/* A value that was made concrete: `same` is the equation with it. */
typedef struct flip_pin {
    term_id value, same;
} flip_pin;

struct flipper {
    trace_bank *tb;
    term_bank *bank;
    flip_config config;
    const explore_limits *limits;
    engine *engine;
    flip_counters counts;
    map known; /* hash of a question -> 1 */
    flip_cache *cache;
    VEC(flip_pin) pins;
    map failures; /* site and way -> failures of the fuzz solver in a row */
    rewriter *simplify;
    explore_trace *trace;
    explore_recall *boxes;
    map position;    /* kind, index, offset -> variable + 1 */
    map variable_of; /* term -> variable + 1 */
    uint64_t calls_before;
    tabulator *tables; /* of the trace's boxes */
    VEC(uint8_t) answer;
};

/* flip_slice.c: the question for alternative `wanted` of condition `i`; `alone`: without what leads
 * there. True: nothing that was made concrete, and no condition that was left out, is in the way.
 */
bool flip_pose(flipper *s, uint32_t i, term_id wanted, bool alone, question *q);
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
void flip_add_pins(flipper *s, const trace_condition *c, question *q);

/* flip_count.c: the boxes of the trace were met. */
void flip_count_met(flipper *s);
/* A question was left for the fuzz solver. */
void flip_count_asked(flipper *s, const question *q, bool solved);

/* flip_smt.c: on sat q->values is what SMT says. `part`: of the usual effort. */
engine_answer flip_ask(flipper *s, question *q, const term_id *terms, size_t n, uint64_t part);
/* All terms of the question, unless an earlier refutation says it. */
engine_answer flip_ask_all(flipper *s, question *q, uint64_t part);
/* The run's own values. */
void flip_restore(question *q);
/* The last word on q->values; put back when it is no. */
bool flip_confirmed(flipper *s, question *q);
/* The filter: SMT with every box at its recorded values. */
bool flip_filter(flipper *s, question *q);
/* By what models say of the boxes (in a run with TANDEM_RUN_FACTS) there is no answer. */
bool flip_has_none(flipper *s, question *q);
/* Adds the results of a box, and the values that they have when it sees the row. False: it gives
 * none. */
bool flip_box_at(flipper *s, uint32_t number, const uint64_t *row, term_vec *from, term_vec *to);
/* SMT finds inputs for which the box sees the row; the other boxes are uninterpreted meanwhile. */
bool flip_solve_row(flipper *s, question *q, uint32_t number, const uint64_t *row);

/* flip_boxes.c. `way` names the site and the way wanted, for the predictor; `cheaply`: without the
 * search. */
flip_answer flip_solve_boxes(flipper *s, question *q, uint64_t way, bool cheaply);
/* flip_rows.c: one box at a time sees what another of its buffers holds; `smt`: where that takes
 * SMT, too. */
bool flip_rows(flipper *s, question *q, bool smt);
/* The same where what the box sees comes from other boxes: the fuzz solver looks for it. */
bool flip_search_rows(flipper *s, question *q, uint64_t budget);
/* flip_tries.c: most questions are answered by another value of one byte. */
bool flip_try_bytes(flipper *s, question *q);
/* The fuzz solver's search; leaves what it found in q->values. `proposal`: another point to begin
 * with, may be NULL. */
fuzz_outcome flip_search(flipper *s, question *q, uint64_t executions, const uint64_t *proposal);

#endif
