#include "fuzz/search.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "fuzz/invert.h"
#include "fuzz/observe.h"
#include "fuzz/runner.h"

enum {
    PATIENCE = 4000,  /* executions without progress before the search starts again */
    WALK_LIMIT = 4096 /* steps of one walk back */
};

typedef struct search {
    const term_bank *bank;
    const fuzz_program *p;
    fuzz_machine *m;
    const fuzz_search_config *config;
    fuzz_shared *shared;
    rng r;
    size_t n;              /* inputs */
    uint64_t *now, *trial; /* input words */
    uint64_t distance;     /* of `now`, whose registers are in `m` */
    fuzz_machine spare;    /* takes the registers of a trial; swapped in when it is kept */
    uint64_t since_progress;
    uint8_t *depends;    /* by register: on some input */
    vec_u32 *related;    /* by constraint: the inputs it depends on */
    vec_u32 calls;       /* registers of box calls */
    VEC(uint64_t) words; /* constants of the formula */
    fuzz_runner runner;
    fuzz_observations *seen;
} search;

size_t fuzz_shared_size(const fuzz_program *p)
{
    return sizeof(fuzz_shared) + p->inputs.n * sizeof(uint64_t);
}

static unsigned input_width(const search *s, size_t i)
{
    return s->p->code.at[s->p->inputs.at[i].reg].width;
}

static uint64_t fit(const search *s, size_t i, uint64_t word)
{
    return fuzz_fit_word(s->bank, s->p->inputs.at[i].sort, word);
}

/* The operands of an instruction, for walks over the program. */
static unsigned operands_of(const fuzz_program *p, const fuzz_insn *insn, uint32_t *list)
{
    if (insn->op == FUZZ_INPUT || insn->op == FUZZ_CONST)
        return 0;
    if (insn->op == FUZZ_BOX) {
        for (uint64_t i = 0; i < insn->imm; i++)
            list[i] = p->box_args.at[insn->a + i];
        return (unsigned)insn->imm;
    }
    list[0] = insn->a, list[1] = insn->b, list[2] = insn->c, list[3] = insn->d;
    return 4;
}

static void find_related(search *s)
{
    const fuzz_program *p = s->p;
    vec_u32 stack = {0}, list = {0};
    uint8_t *visited = base_alloc(p->code.n);
    vec_resize(&list, p->box_args.n + 4);
    for (size_t k = 0; k < p->roots.n; k++) {
        memset(visited, 0, p->code.n);
        vec_push(&stack, p->roots.at[k]);
        while (stack.n) {
            uint32_t at = vec_pop(&stack);
            if (visited[at])
                continue;
            visited[at] = 1;
            if (p->code.at[at].op == FUZZ_INPUT)
                vec_push(&s->related[k], (uint32_t)p->code.at[at].imm);
            unsigned n = operands_of(p, &p->code.at[at], list.at);
            for (unsigned i = 0; i < n; i++)
                vec_push(&stack, list.at[i]);
        }
    }
    free(visited);
    vec_free(&stack);
    vec_free(&list);
}

static void prepare(search *s)
{
    const fuzz_program *p = s->p;
    vec_u32 list = {0};
    vec_resize(&list, p->box_args.n + 4);
    s->depends = base_alloc_zero(p->code.n, 1);
    for (size_t i = 0; i < p->code.n; i++) {
        const fuzz_insn *insn = &p->code.at[i];
        unsigned n = operands_of(p, insn, list.at);
        s->depends[i] = insn->op == FUZZ_INPUT;
        for (unsigned k = 0; k < n; k++)
            s->depends[i] |= s->depends[list.at[k]];
        if (insn->op == FUZZ_CONST)
            vec_push(&s->words, insn->imm);
        if (insn->op == FUZZ_BOX)
            vec_push(&s->calls, (uint32_t)i);
    }
    vec_free(&list);
    s->n = p->inputs.n;
    s->now = base_alloc_zero(s->n, sizeof *s->now);
    s->trial = base_alloc_zero(s->n, sizeof *s->trial);
    s->related = base_alloc_zero(p->roots.n, sizeof *s->related);
    find_related(s);
    fuzz_runner_init(&s->runner, p, s->config->no_jit ? UINT64_MAX : s->config->hot);
    s->seen = observe_new(p);
    fuzz_machine_init(&s->spare, p);
    s->spare.call = s->m->call;
    s->spare.context = s->m->context;
}

static void release(search *s)
{
    for (size_t i = 0; i < s->p->roots.n; i++)
        vec_free(&s->related[i]);
    free(s->related);
    free(s->depends);
    free(s->now);
    free(s->trial);
    vec_free(&s->words);
    vec_free(&s->calls);
    fuzz_runner_free(&s->runner);
    observe_free(s->seen);
    fuzz_machine_free(&s->spare);
}

static bool all_hold(const fuzz_program *p, const fuzz_machine *m)
{
    for (size_t i = 0; i < p->roots.n; i++)
        if (!fuzz_holds(p, m, i))
            return false;
    return true;
}

static void note_best(search *s, const uint64_t *inputs, uint64_t distance)
{
    if (s->shared->started && distance >= s->shared->best)
        return;
    s->shared->best = distance;
    memcpy(s->shared->words, inputs, s->n * sizeof *inputs);
    s->shared->started = 1;
}

static uint64_t evaluate(search *s, fuzz_machine *m, const uint64_t *inputs)
{
    s->shared->executions++; /* before the run: one that ends the worker counts, too */
    uint64_t distance = fuzz_runner_run(&s->runner, inputs, m);
    for (size_t i = 0; i < s->calls.n; i++)
        observe_call(s->seen, s->p, m, s->calls.at[i]);
    return distance || all_hold(s->p, m) ? distance : 1;
}

static uint64_t some_word(search *s, size_t i, uint64_t now)
{
    unsigned width = input_width(s, i);
    if (s->words.n && rng_one_in(&s->r, 3)) {
        uint64_t word = s->words.at[rng_below(&s->r, s->words.n)];
        uint64_t choice = rng_below(&s->r, 4);
        return choice == 0 ? word + 1 : choice == 1 ? word - 1 : word;
    }
    if (s->n > 1 && rng_one_in(&s->r, 6))
        return s->now[rng_below(&s->r, s->n)];
    return fuzz_nudge(&s->r, now,
                      s->p->inputs.at[i].sort == SORT_ID_INT && rng_one_in(&s->r, 2) ? 10 : width);
}

static void set_input(search *s, size_t i, uint64_t word)
{
    s->trial[i] = fit(s, i, word);
}

/* One argument of a box call that should give `wanted`. */
static uint64_t guess_argument(search *s, uint32_t at, uint32_t j, uint64_t wanted)
{
    uint32_t reg = s->p->box_args.at[s->p->code.at[at].a + j];
    uint64_t value, now = s->m->regs[reg];
    switch (rng_below(&s->r, 4)) {
    case 0:
        return wanted; /* input to state: it may come through as it is */
    case 1:
    case 2:
        if (observe_between(s->seen, s->p, s->m, at, j, wanted, &value))
            return value;
        return fuzz_nudge(&s->r, now, s->p->code.at[reg].width);
    default:
        if (s->words.n && rng_one_in(&s->r, 2))
            return s->words.at[rng_below(&s->r, s->words.n)];
        return fuzz_nudge(&s->r, now, s->p->code.at[reg].width);
    }
}

/* Walks wanted values back to inputs. A box whose arguments are known for the wanted result sends
 * the walk into all of them. */
static bool walk_back(search *s, uint32_t root)
{
    struct {
        uint32_t at;
        uint64_t wanted;
    } stack[64];
    size_t depth = 0;
    bool moved = false;
    stack[depth].at = root;
    stack[depth++].wanted = 1;
    for (int steps = 0; depth && steps < WALK_LIMIT; steps++) {
        uint32_t at = stack[--depth].at, operand;
        uint64_t wanted = stack[depth].wanted, value;
        const fuzz_insn *insn = &s->p->code.at[at];
        if (insn->op == FUZZ_INPUT) {
            set_input(s, insn->imm, wanted);
            moved |= s->trial[insn->imm] != s->now[insn->imm];
        } else if (insn->op == FUZZ_BOX) {
            const uint64_t *args = observe_exact(s->seen, s->p, at, wanted);
            uint32_t only = (uint32_t)rng_below(&s->r, insn->imm ? insn->imm : 1);
            for (uint32_t j = 0; j < insn->imm && depth < 64; j++) {
                uint32_t reg = s->p->box_args.at[insn->a + j];
                if (!s->depends[reg] || (!args && j != only))
                    continue;
                stack[depth].at = reg;
                stack[depth++].wanted = args ? args[j] : guess_argument(s, at, j, wanted);
            }
        } else if (fuzz_invert(s->p, s->m, s->depends, &s->r, at, wanted, &operand, &value)) {
            stack[depth].at = operand;
            stack[depth++].wanted = fuzz_fit_word(s->bank, s->p->sorts.at[operand], value);
        }
    }
    return moved;
}

static void propose(search *s)
{
    const fuzz_program *p = s->p;
    size_t start = rng_below(&s->r, p->roots.n), k = start;
    while (fuzz_holds(p, s->m, k)) { /* some constraint is false, else the search had ended */
        k = (k + 1) % p->roots.n;
        if (k == start)
            break;
    }
    memcpy(s->trial, s->now, s->n * sizeof *s->now);
    if (rng_below(&s->r, 10) < 7 && walk_back(s, p->roots.at[k]))
        return;
    const vec_u32 *related = &s->related[k];
    uint64_t changes = 1 + (rng_one_in(&s->r, 4) ? rng_below(&s->r, 3) : 0);
    for (uint64_t c = 0; c < changes; c++) {
        size_t i =
            related->n ? related->at[rng_below(&s->r, related->n)] : (size_t)rng_below(&s->r, s->n);
        set_input(s, i, some_word(s, i, s->trial[i]));
    }
}

/* Where the search begins, the next time it begins. */
static void start_point(search *s)
{
    uint64_t turn = s->shared->restarts++;
    const fuzz_search_config *c = s->config;
    if (turn < c->n_seeds) {
        memcpy(s->now, c->seeds + turn * s->n, s->n * sizeof *s->now);
        return;
    }
    uint64_t kind = turn == c->n_seeds ? 0 : rng_below(&s->r, 4);
    for (size_t i = 0; i < s->n; i++) {
        uint64_t word = 0;
        if (kind == 1)
            word = some_word(s, i, s->now[i]);
        else if (kind == 2)
            word = fuzz_nudge(&s->r, rng_next(&s->r), input_width(s, i));
        else if (kind == 3 && s->shared->started)
            word = s->shared->words[i];
        s->now[i] = fit(s, i, word);
    }
}

static fuzz_outcome enumerate(search *s, unsigned bits)
{
    bool defined = true;
    for (uint64_t count = 0; count >> bits == 0; count++) {
        uint64_t rest = count;
        for (size_t i = 0; i < s->n; i++) {
            unsigned width = input_width(s, i);
            s->now[i] = fit(s, i, rest & (UINT64_MAX >> (64 - width)));
            rest >>= width;
        }
        s->shared->executions++;
        fuzz_run(s->p, s->now, s->m);
        defined &= !s->m->trapped;
        if (all_hold(s->p, s->m)) {
            memcpy(s->shared->words, s->now, s->n * sizeof *s->now);
            return FUZZ_FOUND;
        }
        if (s->config->stop && *s->config->stop)
            return FUZZ_STOPPED;
    }
    return defined ? FUZZ_EXHAUSTED : FUZZ_BUDGET;
}

/* The number of bits of all inputs, or 65 when they cannot be enumerated. */
static unsigned input_bits(const search *s)
{
    unsigned bits = 0;
    for (size_t i = 0; i < s->n && bits <= 64; i++) {
        sort_id sort = s->p->inputs.at[i].sort;
        bits += sort == SORT_ID_INT ? 65 : sort == SORT_ID_RM ? 3 : input_width(s, i);
    }
    return bits;
}

static fuzz_outcome climb(search *s)
{
    while (!(s->config->stop && *s->config->stop)) {
        start_point(s);
        s->distance = evaluate(s, s->m, s->now);
        s->since_progress = 0;
        note_best(s, s->now, s->distance);
        while (s->distance && s->since_progress < PATIENCE) {
            if (s->config->executions && s->shared->executions >= s->config->executions)
                return FUZZ_BUDGET;
            if (s->config->stop && *s->config->stop)
                return FUZZ_STOPPED;
            propose(s);
            uint64_t distance = evaluate(s, &s->spare, s->trial);
            bool better = distance < s->distance;
            s->since_progress = better ? 0 : s->since_progress + 1;
            if (distance > s->distance && !rng_one_in(&s->r, 100))
                continue;
            fuzz_machine kept = s->spare;
            s->spare = *s->m;
            *s->m = kept;
            memcpy(s->now, s->trial, s->n * sizeof *s->now);
            s->distance = distance;
            note_best(s, s->now, distance);
        }
        if (!s->distance) {
            memcpy(s->shared->words, s->now, s->n * sizeof *s->now);
            return FUZZ_FOUND;
        }
    }
    return FUZZ_STOPPED;
}

fuzz_outcome fuzz_search(const term_bank *b, const fuzz_program *p, fuzz_machine *m,
                         const fuzz_search_config *config, fuzz_shared *shared)
{
    search s = {.bank = b, .p = p, .m = m, .config = config, .shared = shared};
    /* a search that goes on after a crash must not repeat the moves that led to it */
    rng_seed(&s.r, config->seed + shared->executions);
    fenv_t before;
    fegetenv(&before);
    fesetenv(FE_DFL_ENV); /* compiled programs round as the machine does */
    prepare(&s);
    unsigned bits = input_bits(&s);
    fuzz_outcome outcome = bits <= config->exhaustive ? enumerate(&s, bits) : FUZZ_GOING;
    if (outcome == FUZZ_GOING || outcome == FUZZ_BUDGET)
        outcome = climb(&s);
    shared->outcome = outcome;
    release(&s);
    fesetenv(&before);
    return outcome;
}
