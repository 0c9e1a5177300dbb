#include <stdlib.h>

#include "fuzz/words/invert.h"
#include "fuzz/words/search_impl.h"

static uint64_t middle(uint64_t x, uint64_t y)
{
    return (x & y) + ((x ^ y) >> 1);
}

uint64_t search_some_word(search *s, size_t i, uint64_t now)
{
    unsigned width = search_width(s, i);
    if (s->words.n && rng_one_in(&s->r, 3)) {
        uint64_t word = s->words.at[rng_below(&s->r, s->words.n)];
        uint64_t choice = rng_below(&s->r, 4);
        return choice == 0 ? word + 1 : choice == 1 ? word - 1 : word;
    }
    if (s->n > 1 && rng_one_in(&s->r, 6)) { /* another input, or half the way to it */
        uint64_t other = s->now[rng_below(&s->r, s->n)];
        return rng_one_in(&s->r, 2) ? other : middle(now, other);
    }
    return fuzz_nudge(&s->r, now,
                      s->p->inputs.at[i].sort == SORT_ID_INT && rng_one_in(&s->r, 2) ? 10 : width);
}

static void set_input(search *s, size_t i, uint64_t word)
{
    s->trial[i] = search_fit(s, i, word);
    vec_push(&s->changed, (uint32_t)i);
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
    const uint64_t most = s->limits->words_walk;
    for (uint64_t steps = 0; depth && steps < most; steps++) {
        uint32_t at = stack[--depth].at, operand;
        uint64_t wanted = stack[depth].wanted, value;
        const fuzz_insn *insn = &s->p->code.at[at];
        if (insn->op == FUZZ_INPUT) {
            if (rng_one_in(&s->r, 6)) /* half the way: other constraints may not follow at once */
                wanted = middle(s->now[insn->imm], wanted);
            set_input(s, insn->imm, wanted);
            moved |= s->trial[insn->imm] != s->now[insn->imm];
        } else if (insn->op == FUZZ_BOX) {
            uint32_t row;
            bool known = observe_exact(s->seen, s->p, at, wanted, &row);
            uint32_t only = (uint32_t)rng_below(&s->r, insn->imm ? insn->imm : 1);
            for (uint32_t j = 0; j < insn->imm && depth < 64; j++) {
                uint32_t reg = s->p->box_args.at[insn->a + j];
                if (!s->depends[reg] || (!known && j != only))
                    continue;
                stack[depth].at = reg;
                stack[depth++].wanted = known ? observe_argument(s->seen, s->p, at, row, j)
                                              : guess_argument(s, at, j, wanted);
            }
        } else if (fuzz_invert(s->p, s->m, s->depends, &s->r, at, wanted, &operand, &value)) {
            stack[depth].at = operand;
            stack[depth++].wanted = fuzz_fit_cut(&s->fits[operand], value);
        }
    }
    return moved;
}

void search_propose(search *s)
{
    const fuzz_bytecode *p = s->p;
    size_t k = s->failing.at[rng_below(&s->r, s->failing.n)];
    if (rng_below(&s->r, 10) < 7 && walk_back(s, p->roots.at[k]))
        return;
    const vec_u32 *related = &s->related[k];
    uint64_t changes = 1 + (rng_one_in(&s->r, 4) ? rng_below(&s->r, 3) : 0);
    for (uint64_t c = 0; c < changes; c++) {
        size_t i =
            related->n ? related->at[rng_below(&s->r, related->n)] : (size_t)rng_below(&s->r, s->n);
        set_input(s, i, search_some_word(s, i, s->trial[i]));
    }
}
