#include "term/value/value_equal.h"

#include "term/regex/regex.h"

static bool sort_is_plain(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_REAL:
    case SORT_REGLAN:
    case SORT_ARRAY:
    case SORT_DATATYPE:
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
        return false;
    default:
        return true;
    }
}

static void push_parts(const term_bank *b, value_id v, vec_u32 *todo)
{
    value_kind kind = value_kind_of(b, v);
    if (kind == VALUE_DATA || kind == VALUE_SEQ || kind == VALUE_SET || kind == VALUE_BAG) {
        for (uint32_t i = 0; i < value_child_count(b, v); i++)
            vec_push(todo, value_child(b, v, i));
        return;
    }
    if (kind != VALUE_ARRAY)
        return;
    sort_id s = value_sort(b, v);
    vec_push(todo, value_array_default(b, v));
    if (sort_is_plain(b, sort_array_index(b, s)) && sort_is_plain(b, sort_array_element(b, s)))
        return;
    for (uint32_t i = 0; i < value_array_size(b, v); i++) {
        vec_push(todo, value_array_index_at(b, v, i));
        vec_push(todo, value_array_element_at(b, v, i));
    }
}

bool value_is_plain(const term_bank *b, value_id v, eval_reason *why)
{
    if (sort_is_plain(b, value_sort(b, v)))
        return true;
    bool plain = true;
    map seen = {0};
    vec_u32 todo = {0};
    vec_push(&todo, v);
    while (todo.n && plain) {
        v = vec_pop(&todo);
        bool is_new;
        map_insert(&seen, v, &is_new);
        if (!is_new)
            continue;
        value_kind kind = value_kind_of(b, v);
        if (kind == VALUE_REGEX || kind == VALUE_ALGEBRAIC) {
            *why = kind == VALUE_REGEX ? EVAL_FUEL : EVAL_ALGEBRAIC;
            plain = false;
        }
        push_parts(b, v, &todo);
    }
    map_free(&seen);
    vec_free(&todo);
    return plain;
}

static value_verdict same_language(const term_bank *b, value_id v, value_id w, eval_reason *why)
{
    regex *r = regex_new(b, 0);
    regex_id x = regex_import(r, v), y = regex_import(r, w);
    regex_answer answer = regex_equal(r, x, y);
    regex_free(r);
    if (answer != REGEX_UNKNOWN)
        return answer == REGEX_YES ? VALUES_EQUAL : VALUES_DIFFER;
    *why = EVAL_FUEL;
    return VALUES_UNDECIDED;
}

/* Of two values with different ids and no parts to look into. */
static value_verdict leaves_equal(const term_bank *b, value_id v, value_id w, eval_reason *why)
{
    switch (value_kind_of(b, v)) {
    case VALUE_REGEX:
        return same_language(b, v, w, why);
    case VALUE_ALGEBRAIC:
        if (value_kind_of(b, w) != VALUE_ALGEBRAIC)
            return VALUES_DIFFER; /* irrational and rational */
        *why = EVAL_ALGEBRAIC;
        return VALUES_UNDECIDED;
    case VALUE_SEQ:
        if (value_child_count(b, v) != value_child_count(b, w))
            return VALUES_DIFFER;
        __attribute__((fallthrough));
    case VALUE_SET:
    case VALUE_BAG:
    case VALUE_ARRAY: /* entries at indices whose equality is open cannot be paired */
        return value_is_plain(b, v, why) && value_is_plain(b, w, why) ? VALUES_DIFFER
                                                                      : VALUES_UNDECIDED;
    default:
        return VALUES_DIFFER;
    }
}

value_verdict value_equal(const term_bank *b, value_id v, value_id w, eval_reason *why)
{
    if (v == w)
        return VALUES_EQUAL;
    if (value_kind_of(b, v) != VALUE_DATA)
        return leaves_equal(b, v, w, why);
    value_verdict verdict = VALUES_EQUAL;
    map seen = {0};
    vec_u32 todo = {0};
    vec_push(&todo, v);
    vec_push(&todo, w);
    while (todo.n && verdict != VALUES_DIFFER) {
        w = vec_pop(&todo);
        v = vec_pop(&todo);
        bool is_new;
        map_insert(&seen, (uint64_t)v << 32 | w, &is_new);
        if (v == w || !is_new)
            continue;
        if (value_kind_of(b, v) == VALUE_DATA &&
            value_constructor(b, v) == value_constructor(b, w)) {
            for (uint32_t i = 0; i < value_child_count(b, v); i++) {
                vec_push(&todo, value_child(b, v, i));
                vec_push(&todo, value_child(b, w, i));
            }
            continue;
        }
        value_verdict leaf = leaves_equal(b, v, w, why);
        if (leaf != VALUES_EQUAL)
            verdict = leaf;
    }
    map_free(&seen);
    vec_free(&todo);
    return verdict;
}
