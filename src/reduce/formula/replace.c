#include "reduce/formula/replace.h"

#include "base/map.h"
#include "term/core/subst.h"

typedef struct replacer {
    term_bank *b;
    map index; /* from -> to */
    map memo;  /* term -> result */
    map open;  /* terms whose replacement is being worked out */
    term_vec stack, args;
} replacer;

static void replacer_init(replacer *x, term_bank *b, const replacement *pairs, size_t n)
{
    *x = (replacer){.b = b};
    for (size_t i = 0; i < n; i++)
        map_put(&x->index, pairs[i].from, pairs[i].to);
}

static void replacer_free(replacer *x)
{
    map_free(&x->index);
    map_free(&x->memo);
    map_free(&x->open);
    vec_free(&x->stack);
    vec_free(&x->args);
}

/* Arguments before this one are the variables of a binder, which stay. */
static uint32_t first_arg(const term_bank *b, term_id t)
{
    return term_is_binder(term_op_of(b, t)) ? term_var_count(b, t) : 0;
}

/* Puts on the stack what must be known before `t`; false if everything is. */
static bool wait_for_args(replacer *x, term_id t)
{
    size_t before = x->stack.n;
    for (uint32_t i = first_arg(x->b, t), n = term_arity(x->b, t); i < n; i++)
        if (!map_find(&x->memo, term_arg(x->b, t, i)))
            vec_push(&x->stack, term_arg(x->b, t, i));
    return x->stack.n > before;
}

static term_id rebuild(replacer *x, term_id t)
{
    bool changed = false;
    vec_clear(&x->args);
    for (uint32_t i = 0, first = first_arg(x->b, t), n = term_arity(x->b, t); i < n; i++) {
        term_id old = term_arg(x->b, t, i);
        term_id new = i < first ? old : (term_id)map_get(&x->memo, old, 0);
        changed |= new != old;
        vec_push(&x->args, new);
    }
    return changed ? term_rebuild(x->b, t, x->args.at) : t;
}

static term_id replacer_apply(replacer *x, term_id root)
{
    vec_clear(&x->stack);
    vec_push(&x->stack, root);
    while (x->stack.n) {
        term_id t = vec_last(&x->stack), result;
        if (map_find(&x->memo, t)) {
            x->stack.n--;
            continue;
        }
        uint64_t to = map_get(&x->index, t, 0);
        if (to && !map_find(&x->memo, to)) {
            bool is_new;
            map_insert(&x->open, t, &is_new);
            if (!is_new) /* its replacement contains it */
                return 0;
            vec_push(&x->stack, (term_id)to);
            continue;
        }
        if (!to && wait_for_args(x, t))
            continue;
        result = to ? (term_id)map_get(&x->memo, to, 0) : rebuild(x, t);
        if (!result)
            return 0;
        map_put(&x->memo, t, result);
    }
    return (term_id)map_get(&x->memo, root, 0);
}

term_id replace_in(term_bank *b, term_id t, const replacement *pairs, size_t n)
{
    replacer x;
    replacer_init(&x, b, pairs, n);
    term_id result = replacer_apply(&x, t);
    replacer_free(&x);
    return result;
}

bool replace_terms(term_bank *b, const formula *f, const replacement *pairs, size_t n, formula *out)
{
    replacer x;
    map seen = {0};
    bool good = true;
    *out = (formula){.logic = f->logic};
    replacer_init(&x, b, pairs, n);
    for (size_t i = 0; i < f->assertions.n && good; i++) {
        term_id t = replacer_apply(&x, f->assertions.at[i]);
        bool is_new;
        good = t != 0;
        map_insert(&seen, t, &is_new);
        if (good && is_new && t != TERM_ID_TRUE)
            vec_push(&out->assertions, t);
    }
    replacer_free(&x);
    map_free(&seen);
    if (!good)
        formula_free(out);
    return good;
}
