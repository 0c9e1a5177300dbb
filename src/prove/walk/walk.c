#include "prove/walk/walk.h"

#include <stdlib.h>

#include "base/clock.h"
#include "prove/walk/habit.h"
#include "prove/walk/machine.h"
#include "prove/walk/only_run.h"
#include "prove/walk/record.h"

enum {
    POLL_EVERY = 4096,
    RETRIES = 6,     /* of a step with other inputs */
    KEPT = 40,       /* states of one walk that are examples: those of many say more */
    KEPT_CELLS = 256 /* cells of arrays from which states are too large for that */
};

struct walker {
    const ir_system *system;
    const prove_limits *limits;
    machine *machine;
    uint64_t seed, walks, deepest;
    uint64_t length; /* of the next walk, at most */
    number_vec text;
    habit_type *types; /* of the frame */
    habit *habits;
    bool determined;
    bool begun; /* the only run … */
    rng random;
    uint64_t done; /* … has so many steps behind it */
};

void walk_states_init(walk_states *w, const ir_system *s)
{
    w->n_cuts = s->cuts.n;
    w->values = base_alloc_zero(s->cuts.n, sizeof *w->values);
}

void walk_states_free(walk_states *w)
{
    for (size_t i = 0; w->values && i < w->n_cuts; i++)
        vec_free(&w->values[i]);
    free(w->values);
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

static habit_type type_of(const ir_system *s, term_id t, const ir_type *type)
{
    term_bank *b = s->program->bank;
    sort_id sort = term_sort(b, t);
    if (sort_kind_of(b, sort) == SORT_ARRAY)
        sort = sort_array_element(b, sort);
    habit_type h = {.width = type->width, .is_unsigned = type->is_unsigned};
    h.bits = sort_kind_of(b, sort) == SORT_BV;
    if (h.bits)
        h.width = sort_bv_width(b, sort);
    if (sort_kind_of(b, sort) == SORT_BOOL)
        h.width = 1;
    return h;
}

static void find_types(walker *w)
{
    static const ir_type usual = {.width = 32};
    const ir_program *p = w->system->program;
    const term_vec *inputs = &machine_layout(w->machine)->inputs;
    for (size_t v = 0; v < p->variables.n; v++)
        w->types[v] = type_of(w->system, p->variables.at[v].term, &p->variables.at[v].type);
    for (size_t i = 0; i < inputs->n; i++) {
        const ir_type *type = &usual;
        for (size_t k = 0; k < p->locations.n; k++)
            for (size_t n = 0; n < p->locations.at[k].inputs.n; n++)
                if (p->locations.at[k].inputs.at[n].term == inputs->at[i])
                    type = &p->locations.at[k].inputs.at[n].type;
        w->types[p->variables.n + i] = type_of(w->system, inputs->at[i], type);
    }
}

static void draw(const walker *w, machine *m, size_t from, size_t to, rng *random)
{
    uint64_t *frame = machine_frame(m);
    for (size_t i = from; i < to; i++)
        frame[i] = habit_word(&w->habits[i], &w->types[i], &w->text, random);
}

/* ---- Walks ----------------------------------------------------------------------------------- */

/* What one walk needs to be made again. */
typedef struct plan {
    uint64_t number, length;
    double deadline;
} plan;

static void begin(walker *w, machine *m, const plan *p, rng *random)
{
    size_t n = machine_layout(m)->n_plain;
    rng_seed(random, w->seed * UINT64_C(0x9e3779b97f4a7c15) + p->number);
    for (size_t i = 0; i < n; i++)
        habit_draw(&w->habits[i], &w->types[i], p->number, &w->text, random);
    draw(w, m, 0, w->system->program->variables.n, random);
    machine_begin(m);
}

/* A step; where nothing goes on, other inputs may. */
static machine_result advance(walker *w, machine *m, rng *random, const ir_transition **taken)
{
    size_t first = w->system->program->variables.n, n = machine_layout(m)->n_plain;
    machine_result result = MACHINE_END;
    if (n == first)
        return machine_step(m, taken);
    for (int i = 0; i < RETRIES && result == MACHINE_END; i++) {
        draw(w, m, first, n, random);
        result = machine_step(m, taken);
    }
    return result;
}

static void keep(walker *w, walk_states *states)
{
    size_t n = w->system->program->variables.n;
    vec_u32 *to = &states->values[machine_cut(w->machine)];
    for (size_t v = 0; v < n && to->n < w->limits->walk_states * n; v++)
        vec_push(to, machine_value(w->machine, v));
}

/* Steps of the walk that is under way, until something else happens. */
static machine_result go_on(walker *w, rng *random, const plan *p, walk_states *states,
                            uint64_t *steps)
{
    machine_result result = MACHINE_STEP;
    for (uint64_t n = 0; n < p->length && result == MACHINE_STEP; n++) {
        if (n % POLL_EVERY == 0 && p->deadline && clock_wall() > p->deadline)
            break;
        if (states && machine_cut(w->machine) && n < KEPT)
            keep(w, states);
        result = advance(w, w->machine, random, NULL);
        ++*steps;
    }
    return result;
}

/* The same walk once more, written down. */
static bool tell(walker *w, uint64_t number, uint64_t steps, run *r)
{
    const char *reason;
    machine *m = machine_new(w->system, &(machine_config){.watch = true}, &reason);
    if (!m)
        return false;
    record x;
    record_init(&x, w->system, m, steps);
    plan p = {.number = number};
    rng random;
    begin(w, m, &p, &random);
    machine_result result = MACHINE_STEP;
    for (uint64_t n = 0; n < steps && result == MACHINE_STEP; n++) {
        const ir_transition *taken = NULL;
        record_before(&x);
        result = advance(w, m, &random, &taken);
        record_after(&x, taken);
    }
    bool good = result == MACHINE_FAULT && record_take(&x, r);
    record_free(&x);
    machine_free(m);
    return good;
}

static walk_result walk_only_run(walker *w, uint64_t steps, double deadline, walk_states *states,
                                 run *r)
{
    plan p = {.length = steps, .deadline = deadline};
    if (!w->begun)
        begin(w, w->machine, &p, &w->random);
    w->begun = true;
    machine_result result = go_on(w, &w->random, &p, states, &w->done);
    w->deepest = w->done;
    if (result == MACHINE_FAULT)
        return tell(w, 0, w->done, r) ? WALK_FAULT : WALK_QUIET;
    if (result == MACHINE_END && !machine_read_unset(w->machine))
        return WALK_OVER;
    /* What is left are other values of what was not initialised. */
    w->determined = w->determined && result == MACHINE_STEP;
    return WALK_QUIET;
}

/* Where walks are cut off, longer ones are worth their price. */
static void adapt(walker *w, machine_result result, uint64_t budget)
{
    const uint64_t least = w->limits->walk_length;
    w->length = result == MACHINE_STEP ? w->length * 2 : w->length - w->length / 8;
    if (w->length > budget / 2)
        w->length = budget / 2;
    if (w->length < least)
        w->length = least;
}

walk_result walk(walker *w, uint64_t steps, double deadline, walk_states *states, run *r)
{
    uint64_t budget = steps;
    while (steps && !(deadline && clock_wall() > deadline)) {
        if (w->determined) {
            bool small = machine_cell_count(w->machine) <= KEPT_CELLS;
            walk_result result = walk_only_run(w, steps, deadline, small ? states : NULL, r);
            if (result != WALK_QUIET || w->determined)
                return result;
            continue;
        }
        plan p = {.number = w->walks, .length = w->length, .deadline = deadline};
        rng random;
        uint64_t made = 0;
        begin(w, w->machine, &p, &random);
        bool usual = w->walks >= HABIT_FIXED && /* extremes are no good examples */
                     machine_cell_count(w->machine) <= KEPT_CELLS;
        machine_result result = go_on(w, &random, &p, usual ? states : NULL, &made);
        w->walks++;
        adapt(w, result, budget);
        w->deepest = made > w->deepest ? made : w->deepest;
        steps -= made < steps ? made : steps;
        if (result == MACHINE_FAULT && tell(w, p.number, made, r))
            return WALK_FAULT;
    }
    return WALK_QUIET;
}

walker *walker_new(const ir_system *told, const ir_system *s, const prove_limits *limits,
                   uint64_t seed)
{
    walker *w = base_alloc_zero(1, sizeof *w);
    const char *reason;
    *w = (walker){.system = s, .limits = limits, .seed = seed, .length = limits->walk_length};
    w->machine = machine_new(s, &(machine_config){0}, &reason);
    if (!w->machine) {
        walker_free(w);
        return NULL;
    }
    w->determined = only_run(told, false);
    size_t n = machine_layout(w->machine)->n_plain;
    w->types = base_alloc_zero(n + 1, sizeof *w->types);
    w->habits = base_alloc_zero(n + 1, sizeof *w->habits);
    find_types(w);
    atoms_thresholds(s, limits, &w->text);
    return w;
}

void walker_free(walker *w)
{
    if (!w)
        return;
    machine_free(w->machine);
    vec_free(&w->text);
    free(w->types);
    free(w->habits);
    free(w);
}

bool walker_is_determined(const walker *w)
{
    return w->determined;
}

uint64_t walker_steps_of(const walker *w, uint64_t instructions)
{
    return instructions / machine_size(w->machine) + 1;
}

uint64_t walker_deepest(const walker *w)
{
    return w->deepest;
}
