#include "term/rewrite/rewrite.h"

#include <assert.h>

#include "base/map.h"
#include "term/core/subst.h"
#include "term/rewrite/rewrite_rule.h"

/* In this order: what folds or decides comes before what only reshapes. */
static const rewrite_rule *const tables[] = {
    rewrite_fold_rules,     rewrite_bool_rules,       rewrite_ac_rules,   rewrite_equality_rules,
    rewrite_arith_rules,    rewrite_linear_rules,     rewrite_bv_rules,   rewrite_bv_linear_rules,
    rewrite_bv_shape_rules, rewrite_bv_compare_rules, rewrite_fp_rules,   rewrite_string_rules,
    rewrite_regex_rules,    rewrite_array_rules,      rewrite_data_rules,
};

enum { N_TABLES = sizeof tables / sizeof *tables };

/* A memo entry is the term it became; UNFINISHED while that term is itself being rewritten. */
#define UNFINISHED (UINT64_C(1) << 32)

struct rewriter {
    term_bank *bank;
    map memo;
    VEC(const rewrite_rule *) rules; /* all of them */
    VEC(uint64_t) applied;           /* by rule */
    vec_u32 by_op[OP_COUNT];         /* rules that look at an operator, in order */
    bool looked_up[OP_COUNT];
};

rewriter *rewriter_new(term_bank *b)
{
    rewriter *r = base_alloc_zero(1, sizeof *r);
    r->bank = b;
    for (size_t i = 0; i < N_TABLES; i++)
        for (const rewrite_rule *rule = tables[i]; rule->name; rule++)
            vec_push(&r->rules, rule);
    vec_resize(&r->applied, r->rules.n);
    return r;
}

void rewriter_free(rewriter *r)
{
    if (!r)
        return;
    map_free(&r->memo);
    vec_free(&r->rules);
    vec_free(&r->applied);
    for (unsigned op = 0; op < OP_COUNT; op++)
        vec_free(&r->by_op[op]);
    free(r);
}

/* The rules for an operator, looked up when it is first met: a formula has few of them. */
static const vec_u32 *rules_of(rewriter *r, term_op op)
{
    if (r->looked_up[op])
        return &r->by_op[op];
    r->looked_up[op] = true;
    for (size_t i = 0; i < r->rules.n; i++)
        if (r->rules.at[i]->op == OP_NONE || r->rules.at[i]->op == op)
            vec_push(&r->by_op[op], (uint32_t)i);
    return &r->by_op[op];
}

static term_id apply_rules(rewriter *r, term_id t)
{
    const vec_u32 *rules = rules_of(r, term_op_of(r->bank, t));
    for (size_t i = 0; i < rules->n; i++) {
        term_id result = r->rules.at[rules->at[i]]->apply(r->bank, t);
        if (result && result != t) {
            assert(term_sort(r->bank, result) == term_sort(r->bank, t));
            r->applied.at[rules->at[i]]++;
            return result;
        }
    }
    return t;
}

/* The arguments that are rewritten: of a binder only its body. */
static void range_of(const term_bank *b, term_id t, uint32_t *first, uint32_t *last)
{
    *first = 0;
    *last = term_arity(b, t);
    if (term_is_binder(term_op_of(b, t))) {
        *first = term_var_count(b, t);
        *last = *first + 1;
    } else if (term_op_of(b, t) == OP_PATTERN) {
        *last = 0;
    }
}

/* Pushes the arguments that are not known yet; whether there were any. */
static bool push_arguments(rewriter *r, term_id t, term_vec *stack)
{
    uint32_t first, last;
    size_t before = stack->n;
    range_of(r->bank, t, &first, &last);
    for (uint32_t i = last; i-- > first;)
        if (!map_find(&r->memo, term_arg(r->bank, t, i)))
            vec_push(stack, term_arg(r->bank, t, i));
    return stack->n > before;
}

static term_id rebuild(rewriter *r, term_id t, term_vec *args)
{
    uint32_t first, last;
    bool changed = false;
    range_of(r->bank, t, &first, &last);
    vec_clear(args);
    vec_append(args, term_args(r->bank, t), term_arity(r->bank, t));
    for (uint32_t i = first; i < last; i++) {
        term_id new = (term_id)map_get(&r->memo, args->at[i], 0);
        changed |= new != args->at[i];
        args->at[i] = new;
    }
    return changed ? term_rebuild(r->bank, t, args->at) : t;
}

/* One step for `t`, whose arguments are known: to the term with rewritten arguments, or by a rule,
 * or to its end. */
static void step(rewriter *r, term_id t, term_vec *stack, term_vec *args)
{
    term_id next = rebuild(r, t, args);
    if (next == t)
        next = apply_rules(r, t);
    uint64_t known = map_get(&r->memo, next, 0);
    /* Rules that undo each other would never end: the first to notice stays as it is. */
    assert(!(known & UNFINISHED));
    if (next == t || (known & UNFINISHED)) {
        map_put(&r->memo, t, t);
    } else if (known) {
        map_put(&r->memo, t, known);
    } else {
        map_put(&r->memo, t, next | UNFINISHED);
        vec_push(stack, next);
    }
}

term_id rewrite_term(rewriter *r, term_id root)
{
    term_vec stack = {0}, args = {0};
    vec_push(&stack, root);
    while (stack.n) {
        term_id t = vec_last(&stack);
        uint64_t known = map_get(&r->memo, t, 0);
        if (known & UNFINISHED) { /* what it became is finished now */
            known = map_get(&r->memo, (term_id)known, 0);
            assert(known && !(known & UNFINISHED));
            map_put(&r->memo, t, known);
        }
        if (known)
            stack.n--;
        else if (!push_arguments(r, t, &stack))
            step(r, t, &stack, &args);
    }
    vec_free(&stack);
    vec_free(&args);
    return (term_id)map_get(&r->memo, root, 0);
}

term_id rewrite_node(term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    for (size_t i = 0; i < N_TABLES; i++)
        for (const rewrite_rule *rule = tables[i]; rule->name; rule++) {
            if (rule->op != op && rule->op != OP_NONE)
                continue;
            term_id result = rule->apply(b, t);
            if (result && result != t)
                return result;
        }
    return t;
}

static const rewrite_rule *rule_at(size_t wanted)
{
    for (size_t i = 0; i < N_TABLES; i++)
        for (const rewrite_rule *rule = tables[i]; rule->name; rule++)
            if (!wanted--)
                return rule;
    return NULL;
}

size_t rewrite_rule_count(void)
{
    size_t n = 0;
    while (rule_at(n))
        n++;
    return n;
}

const char *rewrite_rule_name(size_t i)
{
    return rule_at(i)->name;
}

term_op rewrite_rule_op(size_t i)
{
    return rule_at(i)->op;
}

uint64_t rewriter_applied(const rewriter *r, size_t i)
{
    return r->applied.at[i];
}
