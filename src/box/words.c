#include "box/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "box/words_impl.h"
#include "term/value/word.h"

enum { MOST_REMEMBERED = 1 << 16 }; /* rows of a group */

/* Instead of a place: a call that waits, and calls without a value. */
#define ROW_WAITS UINT64_MAX
#define ROW_STATE(status) (UINT64_MAX - 1 - (uint64_t)(status))
#define ROW_STATES ROW_STATE(BOX_UNAVAILABLE) /* the lowest */

/* ---- Groups ---------------------------------------------------------------------------------- */

void words_group(box_set *set, box *x, const box_declaration *d)
{
    uint64_t *number = d->provider ? map_insert(&set->group_of, d->group, NULL) : NULL;
    x->output = d->provider ? d->reply : 0;
    if (!number || !*number) {
        box_group g = {.provider = d->provider,
                       .number = d->group,
                       .arity = x->arity,
                       .outputs = d->provider ? d->replies : 1};
        if (d->n_cells)
            vec_append(&g.cells, d->cells, d->n_cells);
        if (d->original) {
            g.function = base_strdup(d->original->function);
            g.of_system = d->original->of_system;
            vec_append(&g.arguments, d->original->arguments, d->original->n_arguments);
        } else {
            for (uint32_t i = 0; i < x->arity; i++)
                vec_push(&g.arguments, ((box_argument){.argument = i}));
        }
        vec_push(&set->groups, g);
    }
    if (number && !*number)
        *number = set->groups.n;
    x->group = number ? (uint32_t)*number - 1 : (uint32_t)set->groups.n - 1;
}

static void drop_groups(box_set *set, size_t kept)
{
    for (; set->groups.n > kept; set->groups.n--) {
        vec_free(&vec_last(&set->groups).cells);
        vec_free(&vec_last(&set->groups).arguments);
        free(vec_last(&set->groups).function);
        vec_free(&vec_last(&set->groups).words);
        map_free(&vec_last(&set->groups).rows);
    }
}

void words_release(box_set *set, size_t kept)
{
    if (!set->group_of.count) /* a provider knows its groups by number */
        drop_groups(set, kept);
}

void words_free(box_set *set)
{
    drop_groups(set, 0);
    vec_free(&set->groups);
    vec_free(&set->waiting);
    map_free(&set->group_of);
}

const box_cell *boxes_cells(const box_set *set, decl_id d, size_t *n)
{
    const box *x = boxes_find(set, d);
    *n = x ? set->groups.at[x->group].cells.n : 0;
    return *n ? set->groups.at[x->group].cells.at : NULL;
}

bool boxes_original(const box_set *set, decl_id d, box_original *o)
{
    const box *x = boxes_find(set, d);
    if (!x || (x->kind != BOX_FUNCTION && !set->groups.at[x->group].function))
        return false;
    const box_group *g = &set->groups.at[x->group];
    *o = (box_original){.function = g->function ? g->function : x->symbol,
                        .arguments = g->arguments.at,
                        .n_arguments = (uint32_t)g->arguments.n,
                        .of_system = g->function ? g->of_system : x->of_system};
    return true;
}

uint32_t boxes_group(const box_set *set, decl_id d)
{
    return boxes_find(set, d)->group;
}

bool boxes_takes_words(const box_set *set, decl_id d)
{
    const term_bank *b = set->bank;
    uint32_t n = decl_arity(b, d);
    const box *x = boxes_find(set, d);
    bool fits =
        x && word_fits_sort(b, decl_range(b, d)) && (n <= BOX_MAX_ARITY || x->kind == BOX_PROVIDED);
    for (uint32_t i = 0; i < n && fits; i++)
        fits = word_fits_sort(b, decl_domain(b, d, i));
    return fits;
}

bool boxes_batch(const box_set *set, decl_id d)
{
    const box *x = boxes_find(set, d);
    return x && (x->kind == BOX_PROVIDED || x->callback_soon);
}

/* ---- Remembering ----------------------------------------------------------------------------- */

static uint64_t key_of(const box_group *g, const uint64_t *args)
{
    return hash_bytes(args, g->arity * sizeof *args) >> 1;
}

/* The outputs of a call that was made with these arguments; NULL: none, or without value. */
static uint64_t *remembered(box_group *g, uint64_t key, const uint64_t *args)
{
    uint64_t at = map_get(&g->rows, key, 0);
    if (!at || at >= ROW_STATES)
        return NULL;
    uint64_t *row = g->words.at + at - 1;
    return memcmp(row, args, g->arity * sizeof *row) ? NULL : row + g->arity;
}

static size_t add_row(box_group *g, const uint64_t *args)
{
    size_t at = g->words.n;
    vec_append(&g->words, args, g->arity);
    vec_resize(&g->words, at + g->arity + g->outputs);
    return at;
}

/* Rows that nobody waits for are dropped when there are many. */
static void make_room(const box_set *set, box_group *g)
{
    if (g->rows.count <= MOST_REMEMBERED || set->waiting.n)
        return;
    map_clear(&g->rows);
    vec_clear(&g->words);
}

uint64_t words_bytes(const box_set *set)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < set->groups.n; i++) {
        const box_group *g = &set->groups.at[i];
        if (!g->provider)
            bytes += g->words.n * sizeof *g->words.at + g->rows.count * 2 * sizeof(uint64_t);
    }
    return bytes;
}

void words_forget(box_set *set)
{
    for (size_t i = 0; i < set->groups.n; i++)
        if (!set->groups.at[i].provider) {
            map_clear(&set->groups.at[i].rows);
            vec_clear(&set->groups.at[i].words);
        }
}

/* Calls that hung become calls that were never made. */
static void forget_hung(box_group *g)
{
    for (size_t i = 0; i < g->rows.capacity; i++)
        if (g->rows.slots[i].key != MAP_NO_KEY && g->rows.slots[i].value == ROW_STATE(BOX_HUNG))
            g->rows.slots[i].value = 0;
}

static void forget_all_hung(box_set *set)
{
    for (size_t i = 0; i < set->records.n; i++)
        set->records.at[i].withdrawn |= set->records.at[i].status == BOX_HUNG;
    for (size_t i = 0; i < set->groups.n; i++)
        forget_hung(&set->groups.at[i]);
}

bool boxes_be_patient(box_set *set)
{
    enum { MORE = 4, MOST = 1 << 20 };
    if (!set->put_off || set->patience >= MOST)
        return false;
    set->patience *= MORE;
    set->put_off = false;
    forget_all_hung(set);
    return true;
}

void boxes_unhurried(box_set *set, bool unhurried)
{
    if (unhurried && set->hangs)
        forget_all_hung(set);
    set->unhurried = unhurried;
}

bool boxes_hang(const box_set *set)
{
    return set->hangs;
}

void boxes_remember_words(box_set *set, decl_id d, const uint64_t *args, const uint64_t *outputs)
{
    box_group *g = &set->groups.at[boxes_group(set, d)];
    size_t at = add_row(g, args);
    memcpy(g->words.at + at + g->arity, outputs, g->outputs * sizeof *outputs);
    map_put(&g->rows, key_of(g, args), at + 1);
}

/* ---- Calling --------------------------------------------------------------------------------- */

static void settle(box_group *g, const box_waiting *w, box_status status)
{
    map_put(&g->rows, w->key, status == BOX_OK ? w->at + 1 : ROW_STATE(status));
}

static void flush_provided(box_set *set, box_group *g, const box_waiting *w, size_t n)
{
    uint64_t *rows = base_alloc_zero(n * g->arity + 1, sizeof *rows);
    uint64_t *outputs = base_alloc_zero(n * g->outputs + 1, sizeof *outputs);
    box_status *states = base_alloc_zero(n, sizeof *states);
    for (size_t i = 0; i < n && g->arity; i++)
        memcpy(rows + i * g->arity, g->words.at + w[i].at, g->arity * sizeof *rows);
    set->calls += n;
    g->provider->call(g->provider->context, g->number, rows, n, outputs, states);
    for (size_t i = 0; i < n; i++) {
        memcpy(g->words.at + w[i].at + g->arity, outputs + i * g->outputs,
               g->outputs * sizeof *outputs);
        settle(g, &w[i], states[i]);
    }
    free(rows);
    free(outputs);
    free(states);
}

static void values_of(term_bank *b, decl_id d, const uint64_t *args, vec_u32 *values)
{
    for (uint32_t i = 0; i < decl_arity(b, d); i++)
        vec_push(values, value_of_word(b, decl_domain(b, d, i), args[i]));
}

/* As facts of the set. What could not be called is not remembered. */
static void flush_values(box_set *set, box_group *g, const box_waiting *w, size_t n)
{
    vec_u32 values = {0};
    for (size_t i = 0; i < n; i++)
        values_of(set->bank, w->decl, g->words.at + w[i].at, &values);
    boxes_call_many(set, w->decl, values.at, n);
    for (size_t i = 0; i < n; i++) {
        box_status status;
        value_id v = boxes_known(set, w->decl, values.at + i * g->arity, g->arity, &status);
        uint64_t *out = g->words.at + w[i].at + g->arity;
        if (v && !word_of_small(set->bank, v, out))
            map_put(&g->rows, w[i].key, ROW_STATE(BOX_OK));
        else if (!v && status == BOX_UNAVAILABLE)
            map_put(&g->rows, w[i].key, 0);
        else
            settle(g, &w[i], status);
    }
    vec_free(&values);
}

static int by_group(const void *x, const void *y)
{
    const box_waiting *a = x, *b = y;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

bool boxes_flush(box_set *set)
{
    bool any = set->waiting.n;
    if (set->waiting.n > 1)
        qsort(set->waiting.at, set->waiting.n, sizeof *set->waiting.at, by_group);
    for (size_t i = 0, n = 0; i < set->waiting.n; i += n) {
        const box_waiting *w = &set->waiting.at[i];
        box_group *g = &set->groups.at[w->group];
        for (n = 1; i + n < set->waiting.n && w[n].group == w->group;)
            n++;
        if (g->provider)
            flush_provided(set, g, w, n);
        else
            flush_values(set, g, w, n);
    }
    vec_clear(&set->waiting);
    return any;
}

void boxes_collect(box_set *set, bool collecting)
{
    set->collecting = collecting;
}

/* What is known of the call: true with its outputs, or with NULL and the state of a call without
 * value. */
static bool look_up(box_set *set, const box *x, const uint64_t *args, uint64_t key,
                    const uint64_t **outputs, box_status *status)
{
    box_group *g = &set->groups.at[x->group];
    uint64_t at = map_get(&g->rows, key, 0);
    *outputs = remembered(g, key, args);
    *status = *outputs           ? BOX_OK
              : at == ROW_WAITS  ? BOX_UNAVAILABLE
              : at >= ROW_STATES ? (box_status)(UINT64_MAX - 1 - at)
                                 : BOX_UNAVAILABLE;
    return *outputs || at >= ROW_STATES;
}

static bool give(const box *x, const uint64_t *outputs, uint64_t *result)
{
    if (outputs)
        *result = outputs[x->output];
    return outputs;
}

bool boxes_call_words(box_set *set, decl_id d, const uint64_t *args, uint64_t *result,
                      box_status *status)
{
    const box *x = boxes_find(set, d);
    const uint64_t *outputs;
    *status = x ? BOX_INCONSISTENT : BOX_UNAVAILABLE;
    if (!x || !x->consistent)
        return false;
    box_group *g = &set->groups.at[x->group];
    uint64_t key = key_of(g, args);
    if (!look_up(set, x, args, key, &outputs, status)) {
        make_room(set, g);
        box_waiting w = {.group = x->group, .decl = d, .at = add_row(g, args), .key = key};
        map_put(&g->rows, key, ROW_WAITS);
        vec_push(&set->waiting, w);
        if (set->collecting)
            return false;
        boxes_flush(set);
        look_up(set, x, args, key, &outputs, status);
    }
    return give(x, outputs, result);
}

bool boxes_known_words(box_set *set, decl_id d, const uint64_t *args, uint64_t *result,
                       box_status *status)
{
    const box *x = boxes_find(set, d);
    const uint64_t *outputs;
    *status = x ? BOX_INCONSISTENT : BOX_UNAVAILABLE;
    if (!x || !x->consistent)
        return false;
    if (look_up(set, x, args, key_of(&set->groups.at[x->group], args), &outputs, status) ||
        x->kind == BOX_PROVIDED)
        return give(x, outputs, result);
    vec_u32 values = {0};
    values_of(set->bank, d, args, &values);
    value_id v = boxes_known(set, d, values.at, (uint32_t)values.n, status);
    vec_free(&values);
    return v && word_of_small(set->bank, v, result);
}

/* ---- With values ----------------------------------------------------------------------------- */

value_id words_call_values(box_set *set, const box *x, const value_id *args, bool known,
                           box_status *status)
{
    uint64_t *words = base_alloc_zero(x->arity + 1u, sizeof *words), result;
    bool good = true;
    *status = BOX_UNAVAILABLE;
    for (uint32_t i = 0; i < x->arity && good; i++)
        good = word_of_small(set->bank, args[i], &words[i]);
    good = good && (known ? boxes_known_words(set, x->decl, words, &result, status)
                          : boxes_call_words(set, x->decl, words, &result, status));
    free(words);
    return good ? value_of_word(set->bank, x->result.sort, result) : 0;
}

bool words_call_many(box_set *set, const box *x, const value_id *rows, size_t n)
{
    bool quick = true;
    box_status status;
    for (int round = 0; round < 2; round++) { /* noted, then known */
        set->collecting = !round;
        for (size_t i = 0; i < n; i++) {
            words_call_values(set, x, rows + i * x->arity, round, &status);
            quick &= !round || (status != BOX_HUNG && status != BOX_MEMORY);
        }
        set->collecting = false;
        boxes_flush(set);
    }
    return quick;
}
