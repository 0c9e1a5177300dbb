/* Inputs of which a constraint lists the values, or leaves one residue class: others are not worth a try, so a word
 * becomes one that is near. */
#include "fuzz/search/search_impl.h"

static bool of_rest(uint16_t op)
{
    return op == FUZZ_INT_MOD || op == FUZZ_BV_UREM || op == FUZZ_INT_MUL;
}

/* Constraints that say such things; there are none in most formulas. */
static bool is_listing(const fuzz_bytecode *p, const fuzz_insn *root)
{
    if (root->op == FUZZ_OR || root->op == FUZZ_INT_DIVISIBLE)
        return true;
    uint16_t a = p->code.at[root->a].op, b = p->code.at[root->b].op;
    return root->op == FUZZ_EQ && (of_rest(a) || of_rest(b));
}

/* Whether there are gaps between the words of the axis. */
static bool has_gaps(const sweep_axis *x)
{
    return x->count && !x->is_float &&
           (x->kind == AXIS_TABLE || (x->kind == AXIS_LINEAR && x->scale > 1));
}

void search_find_snaps(search *s)
{
    bool any = false;
    for (size_t i = 0; i < s->p->roots.n && !s->p->bank; i++)
        any |= is_listing(s->p, &s->p->code.at[s->p->roots.at[i]]);
    if (!any)
        return;
    sweep_domain_init(&s->domain, s->bank, s->p, s->limits, 0);
    for (size_t i = 0; i < s->domain.axes.n; i++)
        s->snaps |= has_gaps(&s->domain.axes.at[i]);
}

/* The place of the word in the sorted table, or of a neighbour. */
static uint64_t place_in(const uint64_t *table, uint64_t n, uint64_t word)
{
    uint64_t low = 0, high = n;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (table[middle] <= word)
            low = middle;
        else
            high = middle;
    }
    return low + 1 < n && table[low] < word && table[low + 1] - word < word - table[low] ? low + 1
                                                                                         : low;
}

static uint64_t digit_of(const search *s, const sweep_axis *x, uint64_t word)
{
    uint64_t digit = x->kind == AXIS_TABLE ? place_in(s->domain.table.at + x->base, x->count, word)
                                           : ((word - x->base) & x->mask) / x->scale;
    return digit < x->count ? digit : x->count - 1;
}

uint64_t search_snap(const search *s, size_t i, uint64_t word)
{
    const sweep_axis *x = &s->domain.axes.at[i];
    return has_gaps(x) ? sweep_axis_word(x, s->domain.table.at, digit_of(s, x, word)) : word;
}

bool search_other_snap(search *s, size_t i, uint64_t now, uint64_t *word)
{
    const sweep_axis *x = &s->domain.axes.at[i];
    if (!has_gaps(x))
        return false;
    uint64_t digit = digit_of(s, x, now);
    switch (rng_below(&s->r, 3)) {
    case 0:
        digit += digit + 1 < x->count;
        break;
    case 1:
        digit -= digit > 0;
        break;
    default:
        digit = rng_below(&s->r, x->count);
    }
    *word = sweep_axis_word(x, s->domain.table.at, digit);
    return true;
}
