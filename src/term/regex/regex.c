#include "term/regex/regex.h"

#include <assert.h>

#include "base/alloc.h"
#include "term/regex/regex_node.h"

regex *regex_new(const term_bank *b, uint64_t fuel)
{
    regex *r = base_alloc_zero(1, sizeof *r);
    r->bank = b;
    r->fuel = UINT64_MAX;
    vec_push(&r->nodes, (regex_node){0}); /* ids begin at 1 */
    regex_range(r, 1, 0);
    regex_intern(r, NODE_EPSILON, NULL, 0);
    regex_range(r, 0, REGEX_MAX_CHAR);
    regex_id all = regex_star(r, REGEX_ANY);
    assert(all == REGEX_ALL);
    (void)all;
    r->fuel = fuel ? fuel : REGEX_DEFAULT_FUEL;
    return r;
}

void regex_free(regex *r)
{
    if (!r)
        return;
    vec_free(&r->nodes);
    vec_free(&r->words);
    tuple_map_free(&r->index);
    vec_free(&r->roots);
    vec_free(&r->classes);
    vec_free(&r->starts);
    vec_free(&r->blocks);
    vec_free(&r->samples);
    map_free(&r->derivatives);
    vec_free(&r->todo);
    vec_free(&r->parts);
    free(r);
}

static regex_id import_string(regex *r, value_id v)
{
    size_t n;
    const uint32_t *text = value_string_data(r->bank, v, &n);
    regex_id result = REGEX_EPSILON;
    while (n-- && result)
        result = regex_concat(r, regex_range(r, text[n], text[n]), result);
    return result;
}

static regex_id import_range(regex *r, value_id v)
{
    size_t n, m;
    const uint32_t *lo = value_string_data(r->bank, value_child(r->bank, v, 0), &n);
    const uint32_t *hi = value_string_data(r->bank, value_child(r->bank, v, 1), &m);
    return n == 1 && m == 1 ? regex_range(r, *lo, *hi) : REGEX_NONE;
}

static regex_id import_list(regex *r, term_op op, const regex_id *x, uint32_t n)
{
    regex_id result;
    switch (op) {
    case OP_RE_CONCAT:
        result = REGEX_EPSILON;
        while (n--)
            result = regex_concat(r, x[n], result);
        return result;
    case OP_RE_UNION:
        return regex_nary(r, NODE_UNION, x, n);
    case OP_RE_INTER:
        return regex_nary(r, NODE_INTER, x, n);
    default: { /* re.diff: the first without all others */
        regex_id both[2] = {x[0], regex_comp(r, regex_nary(r, NODE_UNION, x + 1, n - 1))};
        return regex_nary(r, NODE_INTER, both, 2);
    }
    }
}

/* `x` holds the nodes of the value's operands. */
static regex_id import_node(regex *r, value_id v, const regex_id *x, uint32_t n)
{
    switch (value_regex_op(r->bank, v)) {
    case OP_STR_TO_RE:
        return import_string(r, value_child(r->bank, v, 0));
    case OP_RE_RANGE:
        return import_range(r, v);
    case OP_RE_NONE:
        return REGEX_NONE;
    case OP_RE_ALL:
        return REGEX_ALL;
    case OP_RE_ALLCHAR:
        return REGEX_ANY;
    case OP_RE_STAR:
        return regex_star(r, x[0]);
    case OP_RE_PLUS:
        return regex_concat(r, x[0], regex_star(r, x[0]));
    case OP_RE_OPT:
        return regex_union(r, x[0], REGEX_EPSILON);
    case OP_RE_COMP:
        return regex_comp(r, x[0]);
    case OP_RE_POWER: {
        uint32_t times = value_regex_index(r->bank, v, 0);
        return regex_loop(r, x[0], times, times);
    }
    case OP_RE_LOOP:
        return regex_loop(r, x[0], value_regex_index(r->bank, v, 0),
                          value_regex_index(r->bank, v, 1));
    default:
        return import_list(r, value_regex_op(r->bank, v), x, n);
    }
}

static bool is_flat(term_op op)
{
    return op == OP_RE_CONCAT || op == OP_RE_UNION || op == OP_RE_INTER;
}

/* The operands of a value that are regular expressions, in order. Operators written as nests of
 * binary ones are looked through: built one by one, each level would be written down in full. Of
 * equal operands of unions and intersections the first will do, which also keeps operands that are
 * shared from being looked through again and again. */
static void list_operands(regex *r, value_id v, vec_u32 *out, vec_u32 *todo)
{
    const term_bank *b = r->bank;
    term_op op = value_regex_op(b, v);
    vec_clear(out);
    if (op == OP_STR_TO_RE || op == OP_RE_RANGE)
        return;
    map seen = {0};
    vec_clear(todo);
    vec_push(todo, v);
    while (todo->n && regex_spend(r, 1)) {
        value_id x = vec_pop(todo);
        bool is_new = true;
        if (op != OP_RE_CONCAT && is_flat(op))
            map_insert(&seen, x, &is_new);
        if (!is_new)
            continue;
        if (x == v || (is_flat(op) && value_regex_op(b, x) == op))
            for (uint32_t i = value_child_count(b, x); i-- > 0;)
                vec_push(todo, value_child(b, x, i));
        else
            vec_push(out, x);
    }
    map_free(&seen);
}

/* Lists the operands of `v` and replaces them by their nodes; false, with those that have none yet
 * pushed on `todo`, when they are not all there. */
static bool have_operands(regex *r, value_id v, const map *done, vec_u32 *operands,
                          vec_u32 *scratch, vec_u32 *todo)
{
    size_t before = todo->n;
    list_operands(r, v, operands, scratch);
    for (size_t i = 0; i < operands->n; i++) {
        regex_id x = (regex_id)map_get(done, operands->at[i], 0);
        if (!x)
            vec_push(todo, operands->at[i]);
        operands->at[i] = x;
    }
    return todo->n == before;
}

regex_id regex_import(regex *r, value_id root)
{
    map done = {0};
    vec_u32 todo = {0}, operands = {0}, scratch = {0};
    vec_push(&todo, root);
    r->partitioned = false;
    while (todo.n && r->fuel) {
        value_id v = vec_last(&todo);
        if (!map_find(&done, v)) {
            if (!have_operands(r, v, &done, &operands, &scratch, &todo))
                continue;
            regex_id x = r->fuel ? import_node(r, v, operands.at, (uint32_t)operands.n) : 0;
            if (!x)
                break;
            map_put(&done, v, x);
        }
        todo.n--;
    }
    regex_id result = todo.n ? 0 : (regex_id)map_get(&done, root, 0);
    if (result)
        vec_push(&r->roots, result);
    else
        r->fuel = 0;
    map_free(&done);
    vec_free(&todo);
    vec_free(&operands);
    vec_free(&scratch);
    return result;
}

regex_answer regex_match(regex *r, regex_id x, const uint32_t *text, size_t n)
{
    if (!x || !regex_partition(r))
        return REGEX_UNKNOWN;
    for (size_t i = 0; i < n && x != REGEX_NONE && x != REGEX_ALL; i++) {
        if (!regex_spend(r, 1) || !(x = regex_derive(r, x, regex_block_of(r, text[i]))))
            return REGEX_UNKNOWN;
    }
    return regex_at(r, x)->nullable ? REGEX_YES : REGEX_NO;
}

regex_answer regex_find(regex *r, regex_id x, const uint32_t *text, size_t n, size_t from,
                        bool empty_allowed, size_t *start, size_t *end)
{
    if (!x || !regex_partition(r))
        return REGEX_UNKNOWN;
    if (empty_allowed && regex_at(r, x)->nullable && from <= n) {
        *start = *end = from;
        return REGEX_YES;
    }
    for (size_t i = from; i < n; i++) {
        regex_id y = x;
        for (size_t j = i; j < n && y != REGEX_NONE; j++) {
            if (!regex_spend(r, 1) || !(y = regex_derive(r, y, regex_block_of(r, text[j]))))
                return REGEX_UNKNOWN;
            if (regex_at(r, y)->nullable) {
                *start = i;
                *end = j + 1;
                return REGEX_YES;
            }
        }
    }
    return REGEX_NO;
}

static regex_id representative(map *parents, regex_id x)
{
    regex_id root = x;
    for (regex_id up; (up = (regex_id)map_get(parents, root, root)) != root;)
        root = up;
    while (x != root) {
        regex_id up = (regex_id)map_get(parents, x, x);
        map_put(parents, x, root);
        x = up;
    }
    return root;
}

/* Surely different: one accepts the empty word and the other does not, or one is empty. */
static bool differ_at_once(const regex *r, regex_id x, regex_id y)
{
    const regex_node *a = regex_at(r, x), *b = regex_at(r, y);
    return a->nullable != b->nullable || (x == REGEX_NONE && y != REGEX_NONE && b->plain) ||
           (y == REGEX_NONE && x != REGEX_NONE && a->plain);
}

/* Hopcroft and Karp: pairs reached by the same word are assumed equal until one pair differs. */
regex_answer regex_equal(regex *r, regex_id x, regex_id y)
{
    if (!x || !y || !regex_partition(r))
        return REGEX_UNKNOWN;
    regex_answer answer = REGEX_YES;
    map parents = {0};
    vec_u32 todo = {0};
    vec_push(&todo, x);
    vec_push(&todo, y);
    for (size_t next = 0; next < todo.n && answer == REGEX_YES; next += 2) {
        x = representative(&parents, todo.at[next]);
        y = representative(&parents, todo.at[next + 1]);
        if (x == y)
            continue;
        if (differ_at_once(r, x, y))
            answer = REGEX_NO;
        map_put(&parents, x, y);
        for (uint32_t block = 0; block < r->samples.n && answer == REGEX_YES; block++) {
            regex_id dx = regex_derive(r, x, block), dy = regex_derive(r, y, block);
            if (!dx || !dy || !regex_spend(r, 1)) {
                answer = REGEX_UNKNOWN;
            } else if (dx != dy) {
                vec_push(&todo, dx);
                vec_push(&todo, dy);
            }
        }
    }
    map_free(&parents);
    vec_free(&todo);
    return answer;
}
