#include "solve/near/bytes.h"

#include "term/core/walk.h"

/* All values of a byte, in the order in which they are tried. */
typedef struct byte_order {
    uint8_t at[256];
    uint32_t n;
    bool seen[256];
} byte_order;

static void add(byte_order *o, uint8_t byte)
{
    if (!o->seen[byte])
        o->at[o->n++] = byte;
    o->seen[byte] = true;
}

/* The fixed bytes that calls see. */
static void add_cells(const question *q, byte_order *o)
{
    for (size_t i = q->calls.n; i-- > 0;) {
        size_t n;
        const box_cell *cells = boxes_cells(q->boxes, term_decl(q->bank, q->calls.at[i]), &n);
        for (size_t k = 0; k < n; k++)
            if (cells[k].argument == BOX_CELL_FIXED)
                add(o, cells[k].value);
    }
}

/* The constants of the way wanted, as far as they are bytes. */
static void add_constants(const question *q, byte_order *o)
{
    term_vec order = {0};
    uint64_t number;
    term_postorder(q->bank, &q->wanted, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        if (term_op_of(q->bank, order.at[i]) == OP_CONST &&
            value_kind_of(q->bank, term_value(q->bank, order.at[i])) == VALUE_BV &&
            value_small_bits(q->bank, term_value(q->bank, order.at[i]), &number) && number < 256)
            add(o, (uint8_t)number);
    vec_free(&order);
}

/* Boxes read texts. */
static void make_order(const question *q, byte_order *o)
{
    static const char texts[] = "0a1 A9-,.:;/=+_%@#\n\t\"'()[]{}<>*?!&|~^$\\x";
    add_cells(q, o);
    add_constants(q, o);
    for (const char *c = texts; *c && q->calls.n; c++)
        add(o, (uint8_t)*c);
    for (uint32_t i = 0; i < 256; i++)
        add(o, (uint8_t)(i + 'a'));
}

/* The places of bytes that what is wanted depends on. */
static void find_places(const question *q, size_t most, vec_u32 *places)
{
    vec_u32 decls = {0};
    term_free_decls(q->bank, &q->wanted, 1, &decls);
    for (uint32_t i = 0; i < q->places.n && places->n < most; i++)
        for (size_t k = 0; k < decls.n; k++)
            if (decls.at[k] == q->inputs.at[q->places.at[i].input].decl) {
                vec_push(places, i);
                break;
            }
    vec_free(&decls);
}

bool bytes_try(question *q, size_t most)
{
    vec_u32 places = {0};
    byte_order order = {.n = 0};
    bool found = false;
    if (!question_compile(q))
        return false;
    find_places(q, most, &places);
    make_order(q, &order);
    for (uint32_t k = 0; k < order.n && !found; k++)
        for (size_t i = 0; i < places.n && !found && !question_expired(q); i++) {
            uint8_t *byte = &q->values[places.at[i]], old = *byte;
            if (order.at[k] == old)
                continue;
            *byte = order.at[k];
            found = question_offer(q);
            if (!found)
                *byte = old;
        }
    found = found || question_judge(q);
    vec_clear(&q->offered);
    vec_free(&places);
    return found;
}
