/* Inside of the engines: what all have in common, and what each kind must do for itself.
 *
 * The common part keeps the assertion stack, starts and replaces the child, waits for its replies
 * and turns whatever happens to it into an answer. A backend speaks one language with its child.
 * Its functions are called only while a child is there, in the order in which the stack was built.
 */
#ifndef TANDEM_ENGINE_BACKEND_H
#define TANDEM_ENGINE_BACKEND_H

#include "engine/engine.h"
#include "engine/scan.h"
#include "process/process.h"

/* An assertion, or a recursive function that later assertions use. */
typedef enum engine_entry_kind { ENTRY_ASSERT, ENTRY_DEFINE } engine_entry_kind;
typedef struct engine_entry {
    engine_entry_kind kind;
    uint32_t id; /* term, as solvers are given it; declaration */
} engine_entry;

typedef struct engine_backend {
    /* Starts the child and tells it what it must know before the stack. */
    bool (*start)(engine *e, char **error);
    /* The child is gone: forget what was about it. */
    void (*stop)(engine *e);
    void (*free)(engine *e);
    void (*set_logic)(engine *e);
    void (*add)(engine *e, engine_entry entry);
    void (*push)(engine *e);
    void (*pop)(engine *e, size_t levels);
    /* Makes sure that the child reads no term that was sent before, any more. */
    void (*settle)(engine *e);
    /* Sets answer and reason; returns false when engine_await did. */
    bool (*check)(engine *e, const term_id *assumptions, size_t n, const engine_limits *limits);
    bool (*model)(engine *e, term_model *m);
    bool (*values)(engine *e, const term_id *terms, size_t n, value_id *values);
    bool (*core)(engine *e, vec_u32 *positions);
    void (*statistics)(engine *e, strbuf *out);
} engine_backend;

extern const engine_backend z3_backend, smtlib_backend;

struct engine {
    term_bank *bank;
    engine_config config; /* `command` is our own copy */
    const engine_backend *backend;
    void *state; /* the backend's */
    process *child;
    bool was_started; /* a child was there before: the next one is a restart */
    engine_scan *scan;
    VEC(engine_entry) entries;
    VEC(size_t) levels; /* entries.n at each push */
    bool in_query;      /* after a check: scan has one level more, with the assumptions */
    bool unsettled;     /* terms were sent that the child may not have read yet */
    engine_answer answer;
    engine_why why;
    engine_why late; /* what it is when the deadline is over: timeout or hung */
    strbuf reason;
    strbuf name;
    engine_counters counters;
    uint64_t peak_of_the_dead;
};

/* Waits until `complete` is true of the child's output. False when that will not be: then the child
 * is gone, and `why` and the reason say what happened. `deadline` as in process_wait. */
bool engine_await(engine *e, double deadline, bool (*complete)(engine *e));
/* Ends the child; the next check starts another. */
void engine_drop_child(engine *e);
/* Sets an answer that is `unknown`. */
void engine_give_up(engine *e, engine_why why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Deadline for a question that should take no time. */
double engine_question_deadline(engine *e);
/* How long a check may take, 0: no limit; `late` says what it is when that is over. */
double engine_check_seconds(engine *e, const engine_limits *limits);
/* A solver's own words for "no answer": which of our reasons is it? */
engine_why engine_classify_reason(const char *words);
/* The child, for tests. 0: there is none. */
pid_t engine_child(const engine *e);

#endif
