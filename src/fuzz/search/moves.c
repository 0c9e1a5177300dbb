#include <stdlib.h>

#include "fuzz/values/vinvert.h"
#include "fuzz/values/vrun.h"
#include "fuzz/search/search_impl.h"

/* ---- What a register might be: words and values ---------------------------------------------- */

static uint64_t middle(const search *s, uint32_t reg, uint64_t x, uint64_t y)
{
    if (!fuzz_is_value(s->p, reg))
        return (x & y) + ((x ^ y) >> 1);
    value_id half = vmiddle(s->p->bank, (value_id)x, (value_id)y);
    return half ? half : y;
}

/* Something near; of nothing, anything. */
static uint64_t neighbour(search *s, uint32_t reg, uint64_t now)
{
    if (!fuzz_is_value(s->p, reg))
        return fuzz_nudge(&s->r, now, s->p->code.at[reg].width);
    return now ? vmutate(&s->values, (value_id)now) : 0;
}

/* A constant of the formula, of mixed bytecode also of the dictionary; false: there is none. */
static bool some_constant(search *s, uint32_t reg, uint64_t *word)
{
    if (s->p->bank)
        return vrun_word(s->p, reg, vwords_some(&s->values, s->p->sorts.at[reg]), word);
    if (s->words.n)
        *word = s->words.at[rng_below(&s->r, s->words.n)];
    return s->words.n;
}

/* What `word` of register `from` is in register `to`: input to state does not stop at sorts. */
static bool carried(const search *s, uint32_t from, uint64_t word, uint32_t to, uint64_t *out)
{
    const fuzz_bytecode *p = s->p;
    *out = word;
    if (!p->bank || p->sorts.at[from] == p->sorts.at[to])
        return !fuzz_is_value(p, to) || word;
    if (!fuzz_is_value(p, from) && !fuzz_is_value(p, to))
        return true;
    value_id v = vrun_value_of(p, from, word);
    return vrun_word(p, to, v ? vconvert(p->bank, v, p->sorts.at[to]) : 0, out);
}

uint64_t search_some_word(search *s, size_t i, uint64_t now)
{
    const fuzz_input *in = &s->p->inputs.at[i];
    unsigned width = search_width(s, i);
    if (fuzz_is_value(s->p, in->reg)) {
        size_t other = s->n > 1 && rng_one_in(&s->r, 12) ? rng_below(&s->r, s->n) : i;
        return other != i && s->p->inputs.at[other].sort == in->sort ? s->now[other]
                                                                     : neighbour(s, in->reg, now);
    }
    uint64_t word;
    if (s->snaps && rng_one_in(&s->r, 3) && search_other_snap(s, i, now, &word))
        return word;
    if (rng_one_in(&s->r, 3) && some_constant(s, in->reg, &word)) {
        uint64_t choice = rng_below(&s->r, 4);
        return choice == 0 ? word + 1 : choice == 1 ? word - 1 : word;
    }
    if (s->n > 1 && rng_one_in(&s->r, 6)) { /* another input, or half the way to it */
        size_t other = rng_below(&s->r, s->n);
        if (!fuzz_is_value(s->p, s->p->inputs.at[other].reg))
            return rng_one_in(&s->r, 2) ? s->now[other] : middle(s, in->reg, now, s->now[other]);
    }
    return fuzz_nudge(&s->r, now, in->sort == SORT_ID_INT && rng_one_in(&s->r, 2) ? 10 : width);
}

/* ---- Back from what is wanted ---------------------------------------------------------------- */

static void set_input(search *s, size_t i, uint64_t word)
{
    word = search_fit(s, i, word);
    if (s->choosy)
        s->trial_hash += tried_part(&s->tried, i, word - s->trial[i]);
    s->trial[i] = word;
    vec_push(&s->changed, (uint32_t)i);
}

static void want(search *s, uint32_t reg, uint64_t value)
{
    fuzz_want next = {reg, value};
    if (s->depends[reg] && s->wants.n < s->limits->walk_wants &&
        (value || !fuzz_is_value(s->p, reg)))
        vec_push(&s->wants, next);
}

/* What the box makes of the wanted result itself: many functions undo themselves. */
static bool twice(search *s, uint32_t at, uint32_t j, uint64_t wanted, uint64_t *value)
{
    const fuzz_insn *insn = &s->p->code.at[at];
    const uint32_t *args = s->p->box_args.at + insn->a;
    for (uint32_t k = 0; k < insn->imm; k++)
        if (fuzz_is_value(s->p, args[k]) && !(s->m->scratch[k] = s->m->regs[args[k]]))
            return false;
        else
            s->m->scratch[k] = s->m->regs[args[k]];
    return s->m->call && carried(s, at, wanted, args[j], &s->m->scratch[j]) &&
           s->m->call(s->m->context, insn->b, s->m->scratch, value) &&
           carried(s, at, *value, args[j], value);
}

/* One argument of a box call that should give `wanted`. */
static uint64_t guess_argument(search *s, uint32_t at, uint32_t j, uint64_t wanted)
{
    uint32_t reg = s->p->box_args.at[s->p->code.at[at].a + j];
    uint64_t value, now = s->m->regs[reg];
    uint64_t choice = rng_below(&s->r, 32);
    if (choice < 7) { /* it may come through as it is */
        if (carried(s, at, wanted, reg, &value))
            return value;
    } else if (choice < 22) {
        if (observe_between(s->seen, s->p, s->m, at, j, wanted, &value))
            return value;
    } else if (choice < 27) {
        if (some_constant(s, reg, &value))
            return value;
    } else if (choice == 27 && twice(s, at, j, wanted, &value)) {
        return value;
    }
    return neighbour(s, reg, now);
}

/* A call whose result is wanted: all of its arguments if such a call is known, or one that came
 * near, else one of them. */
static void walk_box(search *s, uint32_t at, uint64_t wanted)
{
    const fuzz_insn *insn = &s->p->code.at[at];
    const uint32_t *args = s->p->box_args.at + insn->a;
    uint32_t n = (uint32_t)insn->imm, row, only = (uint32_t)rng_below(&s->r, n ? n : 1);
    bool known = observe_exact(s->seen, s->p, at, wanted, &row);
    bool near = !known && rng_one_in(&s->r, 64) && observe_nearest(s->seen, s->p, at, wanted, &row);
    for (uint32_t k = 0; k < n && !s->depends[args[only]]; k++)
        only = (only + 1) % n;
    for (uint32_t j = 0; j < n; j++) {
        uint64_t value;
        if (!known && !near && j != only)
            continue;
        if (known || near)
            value = observe_argument(s->seen, s->p, at, row, j);
        else
            value = guess_argument(s, at, j, wanted);
        want(s, args[j], near && j == only ? neighbour(s, args[j], value) : value);
    }
}

/* = on values, which should not be equal: one of them becomes another. */
static void walk_apart(search *s, const fuzz_insn *insn)
{
    bool second = s->depends[insn->b] && (!s->depends[insn->a] || rng_one_in(&s->r, 2));
    uint32_t reg = second ? insn->b : insn->a;
    want(s, reg, neighbour(s, reg, s->m->regs[reg]));
}

/* Walks wanted values back to inputs. */
static bool walk_back(search *s, uint32_t root)
{
    bool moved = false;
    vec_clear(&s->wants);
    want(s, root, 1);
    const uint64_t most = s->limits->search_walk;
    for (uint64_t steps = 0; s->wants.n && steps < most; steps++) {
        fuzz_want x = vec_pop(&s->wants);
        const fuzz_insn *insn = &s->p->code.at[x.reg];
        uint32_t operand;
        uint64_t value;
        if (insn->op == FUZZ_INPUT) {
            if (rng_one_in(&s->r, 6)) /* half the way: other constraints may not follow at once */
                x.value = middle(s, x.reg, s->now[insn->imm], x.value);
            set_input(s, insn->imm, x.value);
            moved |= s->trial[insn->imm] != s->now[insn->imm];
        } else if (insn->op == FUZZ_BOX) {
            walk_box(s, x.reg, x.value);
        } else if (insn->op == FUZZ_VALUE) {
            vinvert(s->p, s->m, s->depends, &s->values, x.reg, x.value, &s->wants);
        } else if (insn->op == FUZZ_EQ && !x.value && fuzz_is_value(s->p, insn->a)) {
            walk_apart(s, insn);
        } else if (fuzz_invert(s->p, s->m, s->depends, &s->r, x.reg, x.value, &operand, &value)) {
            want(s, operand, fuzz_fit_cut(&s->fits[operand], value));
        }
    }
    return moved;
}

/* An input that the constraint depends on. */
static size_t some_input(search *s, size_t constraint)
{
    const vec_u32 *related = &s->related[constraint];
    return related->n ? related->at[rng_below(&s->r, related->n)] : (size_t)rng_below(&s->r, s->n);
}

void search_propose(search *s)
{
    size_t k = s->failing.at[rng_below(&s->r, s->failing.n)];
    if (rng_below(&s->r, 10) < 7 && walk_back(s, s->p->roots.at[k]))
        return;
    uint64_t changes = 1 + (rng_one_in(&s->r, 4) ? rng_below(&s->r, 3) : 0);
    for (uint64_t c = 0; c < changes; c++) {
        size_t i = some_input(s, k);
        set_input(s, i, search_some_word(s, i, s->trial[i]));
    }
}

/* Another byte somewhere in it. */
static uint64_t other_byte(search *s, uint64_t word, unsigned width)
{
    unsigned shift = 8 * (unsigned)rng_below(&s->r, (width + 7) / 8);
    return (word & ~(UINT64_C(0xff) << shift)) | rng_below(&s->r, 256) << shift;
}

/* Where `x` stands in the word, `y` in its place; false: nowhere. */
static bool put_instead(search *s, uint64_t x, uint64_t y, uint32_t bytes, uint64_t *word,
                        unsigned width)
{
    uint64_t mask = bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
    uint32_t places = width >= 8 * bytes ? width / 8 - bytes + 1 : 1,
             first = (uint32_t)rng_below(&s->r, places);
    for (uint32_t k = 0; k < places; k++) {
        unsigned shift = 8 * ((first + k) % places);
        if ((*word >> shift & mask) != x)
            continue;
        *word = (*word & ~(mask << shift)) | y << shift;
        return true;
    }
    return false;
}

/* What has to be added to x, or to what is a third, a fifth or half of it, to make it y. */
static int64_t step_to(search *s, const box_pair *p)
{
    static const uint64_t inverse[] = {1, 1, 1, UINT64_C(0xaaaaaaaaaaaaaaab) /* of 3 */,
                                       UINT64_C(0xcccccccccccccccd) /* of 5 */};
    uint64_t by = (p->y - p->x) * inverse[rng_below(&s->r, 5)];
    unsigned unused = 64 - 8 * (p->bytes < 8 ? p->bytes : 8);
    int64_t step = (int64_t)(by << unused) >> unused;
    return rng_one_in(&s->r, 4) ? step / 2 : step;
}

/* The word with the pair's first number made its second: where it stands, or where a sum or an exclusive or of it is
 * compared; false: that cannot be. */
static bool meet_pair(search *s, size_t i, const box_pair *p, uint64_t *word)
{
    bool is_value = fuzz_is_value(s->p, s->p->inputs.at[i].reg);
    uint64_t way = rng_below(&s->r, 8);
    int64_t by = p->bytes ? step_to(s, p) : 0;
    if (is_value && way >= 4) {
        value_id now = (value_id)*word;
        *word = way == 4 && p->constant ? vmutate_placed(&s->values, now, p->y)
                                        : vmutate_shifted(&s->values, now, by);
        return *word;
    }
    if (way >= 5) {
        *word = way == 5 ? *word ^ (p->x ^ p->y) : *word + (uint64_t)by;
        return true;
    }
    if (is_value)
        *word = vmutate_character(&s->values, (value_id)*word, p->x, p->y);
    return is_value ? *word : put_instead(s, p->x, p->y, p->bytes, word, search_width(s, i));
}

/* What the code of a box compares comes from its input, often: there it becomes what it is compared with, or the
 * next number. */
static bool follow_pair(search *s)
{
    if (!s->kept.n_pairs)
        return false;
    box_pair p = s->kept.pairs[rng_below(&s->r, s->kept.n_pairs)];
    if (!p.constant && rng_one_in(&s->r, 2))
        p = (box_pair){p.y, p.x, p.bytes, false};
    uint64_t mask = p.bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * p.bytes) - 1;
    uint64_t beside = rng_below(&s->r, 4);
    p.y = (beside == 0 ? p.y + 1 : beside == 1 ? p.y - 1 : p.y) & mask;
    size_t first = (size_t)rng_below(&s->r, s->n);
    for (size_t k = 0; k < s->n; k++) {
        size_t i = (first + k) % s->n;
        uint64_t word = s->trial[i];
        if (meet_pair(s, i, &p, &word)) {
            set_input(s, i, word);
            return true;
        }
    }
    return false;
}

/* A word with another byte, a text with another character or a run of them; 0: it is another value. */
static uint64_t other_piece(search *s, size_t i)
{
    uint64_t now = s->trial[i];
    if (!fuzz_is_value(s->p, s->p->inputs.at[i].reg))
        return other_byte(s, now, search_width(s, i));
    if (rng_one_in(&s->r, 3))
        return vmutate_run(&s->values, (value_id)now);
    return vmutate_placed(&s->values, (value_id)now, ' ' + rng_below(&s->r, '~' - ' ' + 1));
}

void search_vary(search *s)
{
    if (rng_one_in(&s->r, 2) && follow_pair(s))
        return;
    uint64_t changes = 1 + (rng_one_in(&s->r, 3) ? rng_below(&s->r, 3) : 0);
    for (uint64_t c = 0; c < changes; c++) {
        size_t i = some_input(s, s->failing.at[rng_below(&s->r, s->failing.n)]);
        bool is_value = fuzz_is_value(s->p, s->p->inputs.at[i].reg), piece = rng_one_in(&s->r, 2);
        uint64_t word = piece ? other_piece(s, i) : 0;
        if (!piece || (is_value && !word))
            word = search_some_word(s, i, s->trial[i]);
        set_input(s, i, word);
    }
}

void search_scatter(search *s)
{
    size_t i = some_input(s, s->failing.at[rng_below(&s->r, s->failing.n)]);
    uint32_t reg = s->p->inputs.at[i].reg;
    uint64_t word = s->trial[i];
    for (uint64_t k = 2 + rng_below(&s->r, 6); k-- > 0;)
        word = neighbour(s, reg, word);
    set_input(s, i, word);
}
