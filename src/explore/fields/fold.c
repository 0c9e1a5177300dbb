#include "explore/fields/fold.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz/words/bytecode.h"
#include "term/core/subst.h"

enum { STATES = 4, LONGEST_HEAD = 8, LEAST_STEPS = 2, MOST_STEP_TERMS = 4096 };

/* Terms as bytecode: words in, words out. */
typedef struct part {
    fuzz_bytecode *code;
    fuzz_machine machine;
    uint32_t
        inputs[STATES + LONGEST_HEAD]; /* of each input of the code: which word; UINT32_MAX: none */
    uint32_t outputs[STATES];          /* registers */
    uint32_t n;
} part;

struct fold {
    uint32_t head_bytes, states;
    part head, step, end;
    uint64_t key;
};

/* ---- Bytecode -------------------------------------------------------------------------------- */

static bool is_no_box(void *context, decl_id d)
{
    (void)context;
    (void)d;
    return false;
}

static void part_free(part *p)
{
    if (p->code)
        fuzz_machine_free(&p->machine);
    fuzz_bytecode_free(p->code);
}

/* Terms over constants `from`, whose words are the inputs. */
static bool part_make(part *p, term_bank *b, const term_id *terms, size_t n, const term_id *from,
                      size_t n_from)
{
    term_id roots[STATES];
    const char *reason;
    for (size_t i = 0; i < n; i++) {
        uint32_t width = sort_bv_width(b, term_sort(b, terms[i]));
        if (width > 64)
            return false;
        roots[i] = term_eq(b, terms[i], term_const(b, value_bv_u64(b, width, 0)));
    }
    p->code = fuzz_compile(b, roots, n, &(fuzz_compile_config){.is_box = is_no_box}, &reason);
    if (!p->code || p->code->bank || p->code->inputs.n > STATES + LONGEST_HEAD)
        return false;
    fuzz_machine_init(&p->machine, p->code);
    for (size_t i = 0; i < p->code->inputs.n; i++) {
        p->inputs[i] = UINT32_MAX;
        for (size_t k = 0; k < n_from; k++)
            if (term_decl(b, from[k]) == p->code->inputs.at[i].decl)
                p->inputs[i] = (uint32_t)k;
        if (p->inputs[i] == UINT32_MAX)
            return false;
    }
    p->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        term_id t = terms[i];
        while (term_op_of(b, t) == OP_ZERO_EXTEND) /* the same word */
            t = term_arg(b, t, 0);
        p->outputs[i] = UINT32_MAX;
        for (uint32_t r = 0; r < p->code->terms.n; r++)
            if (p->code->terms.at[r] == t)
                p->outputs[i] = r;
        if (p->outputs[i] == UINT32_MAX)
            return false;
    }
    return true;
}

static bool part_run(part *p, const uint64_t *words, uint64_t *out)
{
    uint64_t inputs[STATES + LONGEST_HEAD];
    for (size_t i = 0; i < p->code->inputs.n; i++)
        inputs[i] = words[p->inputs[i]];
    fuzz_run(p->code, inputs, &p->machine);
    for (uint32_t i = 0; i < p->n; i++)
        out[i] = p->machine.regs[p->outputs[i]];
    return !p->machine.trapped;
}

static uint64_t part_hash(const part *p, uint64_t h)
{
    for (size_t i = 0; i < p->code->code.n; i++) {
        const fuzz_insn *x = &p->code->code.at[i];
        h = hash_mix(h, (uint64_t)x->op << 32 | x->width);
        h = hash_mix(hash_mix(h, (uint64_t)x->a << 32 | x->b), (uint64_t)x->c << 32 | x->d);
        h = hash_mix(h, x->imm);
    }
    return h;
}

/* ---- States in terms ------------------------------------------------------------------------- */

typedef struct folding {
    explore_trace *t;
    term_bank *bank;
    const uint32_t *variables;
    uint64_t *until; /* the set of the first so many variables: `limit` of them */
    uint32_t limit;
    map seen;
    map names; /* number and width -> a constant that stands for a state or a byte */
} folding;

typedef struct state {
    term_id terms[STATES];
    uint32_t n;
} state;

/* The largest parts of the terms that depend on the first `limit` bytes only. False: they are too many. */
static bool state_before(folding *f, const state *after, uint32_t limit, state *before)
{
    term_vec stack = {0};
    bool good = true;
    size_t met = 0;
    memset(f->until, 0, f->t->words * sizeof *f->until);
    for (uint32_t i = 0; i < limit; i++)
        f->until[f->variables[i] / 64] |= UINT64_C(1) << f->variables[i] % 64;
    map_clear(&f->seen);
    before->n = 0;
    for (uint32_t i = after->n; i-- > 0;)
        vec_push(&stack, after->terms[i]);
    while (stack.n && good) {
        term_id top = vec_pop(&stack);
        bool is_new, any = false, within = true;
        map_insert(&f->seen, top, &is_new);
        if (!is_new || term_op_of(f->bank, top) == OP_CONST)
            continue;
        const uint64_t *uses = trace_uses(f->t, top);
        for (uint32_t w = 0; w < f->t->words; w++) {
            any = any || uses[w];
            within = within && !(uses[w] & ~f->until[w]);
        }
        if (any && within) {
            good = before->n < STATES && sort_kind_of(f->bank, term_sort(f->bank, top)) == SORT_BV;
            if (good)
                before->terms[before->n++] = top;
            continue;
        }
        good = ++met < MOST_STEP_TERMS;
        for (uint32_t i = term_arity(f->bank, top); i-- > 0;)
            vec_push(&stack, term_arg(f->bank, top, i));
    }
    vec_free(&stack);
    return good && before->n;
}

static term_id placeholder(folding *f, uint32_t number, sort_id sort)
{
    bool is_new;
    uint64_t *known = map_insert(&f->names, (uint64_t)number << 32 | sort, &is_new);
    if (is_new)
        *known =
            term_app(f->bank, decl_constant(f->bank, symbol_fresh(f->bank, "fold"), sort), NULL, 0);
    return (term_id)*known;
}

/* The terms with names for the state before and the byte that follows it; `names` gets these. */
static void abstract(folding *f, const state *before, uint32_t byte, const state *after, state *to,
                     term_id names[static STATES + 1])
{
    term_id from[STATES + 1];
    for (uint32_t i = 0; i < before->n; i++) {
        from[i] = before->terms[i];
        names[i] = placeholder(f, i, term_sort(f->bank, from[i]));
    }
    from[before->n] = f->t->variables.at[f->variables[byte]].term;
    names[before->n] = placeholder(f, STATES, term_sort(f->bank, from[before->n]));
    to->n = after->n;
    for (uint32_t i = 0; i < after->n; i++)
        to->terms[i] = term_substitute(f->bank, after->terms[i], from, names, before->n + 1u);
}

static bool same_state(const state *a, const state *b)
{
    return a->n == b->n && !memcmp(a->terms, b->terms, a->n * sizeof *a->terms);
}

/* Goes back from the last state as long as the step is the same: `first` is the state before all of them, after so many bytes. */
static uint32_t find_steps(folding *f, const state *last, uint32_t n, state *step, term_id *names,
                           state *first)
{
    state after = *last;
    uint32_t k = n;
    for (; k > 1; k--) {
        state before, one;
        term_id own[STATES + 1];
        if (!state_before(f, &after, k - 1, &before) || before.n != after.n)
            break;
        abstract(f, &before, k - 1, &after, &one, own);
        if (k == n) {
            *step = one;
            memcpy(names, own, sizeof own);
        } else if (!same_state(&one, step))
            break;
        after = before;
    }
    *first = after;
    return k;
}

static bool make_parts(folding *f, const state *first, const state *step, const term_id *names,
                       const state *end, const term_id *end_names, fold *to)
{
    term_id head[LONGEST_HEAD];
    for (uint32_t i = 0; i < to->head_bytes; i++)
        head[i] = f->t->variables.at[f->variables[i]].term;
    if (!part_make(&to->head, f->bank, first->terms, first->n, head, to->head_bytes) ||
        !part_make(&to->step, f->bank, step->terms, step->n, names, step->n + 1u) ||
        !part_make(&to->end, f->bank, end->terms, 1, end_names, step->n + 1u))
        return false;
    to->key = part_hash(&to->end, part_hash(&to->step, part_hash(&to->head, to->head_bytes)));
    return true;
}

/* It has to give what the run had. */
static bool agrees(const folding *f, fold *to, term_id sum, size_t n)
{
    uint8_t *bytes = base_alloc(n);
    uint64_t got, wanted;
    term_model *m = model_new(f->bank);
    for (size_t i = 0; i < n; i++) {
        const trace_variable *v = &f->t->variables.at[f->variables[i]];
        bytes[i] = v->value;
        model_set_value(m, v->decl, value_bv_u64(f->bank, 8, v->value));
    }
    evaluator *e = eval_new(m, &(eval_config){0});
    value_id value = eval_term(e, sum);
    bool good = value && value_small_bits(f->bank, value, &wanted) &&
                fold_run(to, bytes, n, &got) && got == wanted;
    eval_free(e);
    model_free(m);
    free(bytes);
    return good;
}

fold *fold_find(explore_trace *t, term_id sum, const uint32_t *variables, size_t n)
{
    folding f = {.t = t, .bank = t->bank, .variables = variables};
    state last, step, first, end, whole = {.terms = {sum}, .n = 1};
    term_id names[STATES + 1], end_names[STATES + 1];
    fold *to = NULL;
    f.until = base_alloc_zero(t->words, sizeof *f.until);
    if (n > LEAST_STEPS + 1 && state_before(&f, &whole, (uint32_t)n - 1, &last)) {
        uint32_t k = find_steps(&f, &last, (uint32_t)n - 1, &step, names, &first);
        if (k + LEAST_STEPS < n && k <= LONGEST_HEAD) {
            abstract(&f, &last, (uint32_t)n - 1, &whole, &end, end_names);
            to = base_alloc_zero(1, sizeof *to);
            to->head_bytes = k;
            to->states = last.n;
            if (!make_parts(&f, &first, &step, names, &end, end_names, to) ||
                !agrees(&f, to, sum, n)) {
                fold_free(to);
                to = NULL;
            }
        }
    }
    free(f.until);
    map_free(&f.seen);
    map_free(&f.names);
    return to;
}

void fold_free(fold *f)
{
    if (!f)
        return;
    part_free(&f->head);
    part_free(&f->step);
    part_free(&f->end);
    free(f);
}

bool fold_run(fold *f, const uint8_t *bytes, size_t n, uint64_t *sum)
{
    uint64_t words[STATES + LONGEST_HEAD], next[STATES];
    if (n <= f->head_bytes)
        return false;
    for (uint32_t i = 0; i < f->head_bytes; i++)
        words[i] = bytes[i];
    bool good = part_run(&f->head, words, next);
    for (size_t i = f->head_bytes; i < n && good; i++) {
        memcpy(words, next, f->states * sizeof *next);
        words[f->states] = bytes[i];
        good = part_run(i + 1 < n ? &f->step : &f->end, words, next);
    }
    *sum = next[0];
    return good;
}

uint32_t fold_list_add(fold_list *list, fold *f, size_t most)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i]->key == f->key) {
            fold_free(f);
            return (uint32_t)i + 1;
        }
    if (list->n >= most) {
        fold_free(f);
        return 0;
    }
    vec_push(list, f);
    return (uint32_t)list->n;
}

void fold_list_free(fold_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        fold_free(list->at[i]);
    vec_free(list);
}
