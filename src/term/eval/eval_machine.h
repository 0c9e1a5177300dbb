/* The inside of the evaluator, for the files eval*.c that make it up and no one else.
 *
 * Evaluation is a stack of tasks, one for each term in work. A task is stepped until it has a
 * result; a step that needs another result asks eval_need, which pushes a task for it and answers
 * 0: the step then returns 0 at once and is taken again later. Results are remembered: for terms
 * without variables once and for all, for others in the frame that binds the variables. */
#ifndef TANDEM_TERM_EVAL_EVAL_MACHINE_H
#define TANDEM_TERM_EVAL_EVAL_MACHINE_H

#include "term/core/tuple_map.h"
#include "term/eval/eval.h"

/* A value id, or a reason shifted by 32 when undetermined; 0: not known yet. */
typedef uint64_t eval_result;

static inline eval_result eval_undetermined(eval_reason why)
{
    return (eval_result)why << 32;
}
static inline value_id eval_value_of(eval_result r)
{
    return (value_id)r;
}
static inline eval_reason eval_reason_of(eval_result r)
{
    return (eval_reason)(r >> 32);
}

typedef struct eval_task {
    term_id term;
    uint32_t frame;
    uint32_t next;   /* how far it is: the argument or round that it waits for */
    uint32_t inner;  /* the frame that it opened, or 0 */
    eval_result acc; /* the first undetermined argument; for some steps a place in `points` */
} eval_task;

typedef struct eval_frame {
    uint32_t parent; /* frame 0 binds nothing */
    uint32_t serial; /* what its results are remembered under */
    size_t first;    /* its bindings */
    uint32_t n;
    term_id body;
} eval_frame;

typedef struct eval_binding {
    term_id var;
    eval_result result;
} eval_binding;

/* What is remembered of a young term; it counts in one round. */
typedef struct eval_young {
    eval_result result;
    uint32_t round;
} eval_young;

enum { EVAL_MOST_YOUNG = 1 << 16 };

struct evaluator {
    const term_model *model;
    term_bank *bank;
    eval_config config;
    map memo;               /* term -> result, in frame 0 */
    VEC(eval_young) young;  /* the same of terms from config.young on, few enough */
    uint32_t round;         /* since when they count; not 0 */
    VEC(eval_result) dense; /* the same of terms from dense_first on, after eval_freeze */
    term_id dense_first;
    map local;       /* frame serial, term -> result */
    tuple_map calls; /* declaration, arguments -> result */
    VEC(eval_task) tasks;
    VEC(eval_frame) frames;
    VEC(eval_binding) bindings;
    vec_u32 values; /* operands of the step in work */
    vec_u32 points; /* stacked lists of tasks that keep one */
    map domains;    /* sort -> place << 32 | size in domain_values */
    vec_u32 domain_values;
    uint64_t fuel;
    uint32_t serial;
    eval_reason why;
    tuple_map missing_keys;
    VEC(eval_missing) missing;
};

/* What a function call costs: its frame is memory as well as time. */
enum { EVAL_CALL_COST = 16 };

bool eval_spend(evaluator *e, uint64_t amount);
/* The result of the term in the frame, or 0. */
eval_result eval_get(const evaluator *e, uint32_t frame, term_id t);
/* The same, with work for it begun when it is 0; tasks may have moved then. */
eval_result eval_need(evaluator *e, uint32_t frame, term_id t);
/* Of a term without variables, where there is no frame. */
void eval_remember(evaluator *e, term_id t, eval_result r);
/* The value of a term if it is found by recursion at most so deep; 0: it is left to the machine. */
value_id eval_quick(evaluator *e, term_id t, uint32_t depth);
/* All arguments of the task's term: true when there, the first undetermined one in task->acc. */
bool eval_need_args(evaluator *e, eval_task *task);
/* Fills e->values with the values of the arguments, 0 where undetermined. */
const value_id *eval_gather(evaluator *e, const eval_task *task);

/* Opens a frame for the task, its variables still to be bound. */
void eval_open_frame(evaluator *e, eval_task *task, uint32_t parent, uint32_t n, term_id body);
void eval_close_frame(evaluator *e, eval_task *task);
void eval_bind(evaluator *e, uint32_t frame, uint32_t i, term_id var, eval_result r);
/* Begins (or has) the value of the body of the frame that the task opened, and closes it. */
eval_result eval_enter(evaluator *e, eval_task *task);
/* The steps that live in files of their own. */
eval_result eval_step_app(evaluator *e, eval_task *task);
eval_result eval_step_quantifier(evaluator *e, eval_task *task);
eval_result eval_step_lambda(evaluator *e, eval_task *task);
eval_result eval_step_select(evaluator *e, eval_task *task);
eval_result eval_step_store(evaluator *e, eval_task *task);
eval_result eval_step_mapped(evaluator *e, const eval_task *task);
/* An application without a value of its own: asks the model. */
eval_result eval_underspecified(evaluator *e, eval_task *task, const value_id *args, uint32_t n);
/* A lambda of several variables as one of the first whose body is one of the others. */
term_id eval_curried(term_bank *b, term_id lambda);
/* All values of a small sort; NULL when it has more than `limit`. */
const value_id *eval_domain(evaluator *e, sort_id s, uint64_t limit, uint32_t *n);

#endif
