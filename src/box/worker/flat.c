#include "box/worker/flat.h"

#include <string.h>

#include "box/worker/marshal.h"
#include "box/worker/placed_image.h"

enum { PAGE = 4096 };

bool box_is_flat(const box *x)
{
    if (x->kind != BOX_FUNCTION || x->result.class >= BOX_CLASS_POINTER)
        return false;
    for (uint32_t i = 0; i < x->arity; i++)
        if (x->parameters[i].class == BOX_CLASS_POINTER)
            return false;
    return true;
}

/* Where `n` bytes end at the guard page; NULL: too many. */
static uint8_t *room(box_flat *f, uint32_t i, size_t n)
{
    if (!f->pages[i])
        f->pages[i] = box_guarded_new(PAGE);
    return f->pages[i] && n <= PAGE ? f->pages[i] + PAGE - n : NULL;
}

static uint8_t *put_bits(box_flat *f, const term_bank *b, const box_parameter *p, uint32_t i,
                         value_id v)
{
    size_t n = (p->width + 7) / 8;
    uint8_t *to = room(f, i, n);
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, v, number, &scratch);
    size_t held = mpz_size(number) * sizeof(mp_limb_t);
    if (!to)
        return NULL;
    memcpy(to, mpz_limbs_read(number), held < n ? held : n);
    if (held < n)
        memset(to + held, 0, n - held);
    return to;
}

/* ASCII; other text is marshalled. */
static uint8_t *put_text(box_flat *f, const term_bank *b, uint32_t i, value_id v)
{
    size_t n;
    const uint32_t *text = value_string_data(b, v, &n);
    uint8_t *to = room(f, i, n + 1);
    for (size_t k = 0; k < n && to; k++) {
        if (text[k] >= 0x80)
            return NULL;
        to[k] = (uint8_t)text[k];
    }
    if (to)
        to[n] = 0;
    return to;
}

static uint8_t *put_marshalled(box_flat *f, const term_bank *b, const box_parameter *p, uint32_t i,
                               value_id v)
{
    uint64_t bytes[PAGE / 4];
    marshal_area a = {.bytes = (uint8_t *)bytes, .size = sizeof bytes, .good = true};
    size_t n;
    if (!marshal_argument(b, p, v, &a))
        return NULL;
    a.at = 0;
    const uint8_t *block = marshal_read_block(&a, &n);
    uint8_t *to = block ? room(f, i, n) : NULL;
    if (to)
        memcpy(to, block, n);
    return to;
}

bool box_flat_argument(box_flat *f, const term_bank *b, const box *x, uint32_t i, value_id v,
                       uint64_t *word)
{
    const box_parameter *p = &x->parameters[i];
    uint8_t *bytes = NULL;
    if (p->class < BOX_CLASS_POINTER)
        return box_word_of_value(b, p, v, word);
    if (p->class == BOX_CLASS_WIDE)
        bytes = put_bits(f, b, p, i, v);
    else if (p->class == BOX_CLASS_STRING)
        bytes = put_text(f, b, i, v);
    if (!bytes)
        bytes = put_marshalled(f, b, p, i, v);
    *word = (uint64_t)(uintptr_t)bytes;
    return bytes;
}

void box_flat_free(box_flat *f)
{
    for (uint32_t i = 0; i < BOX_MAX_ARITY; i++)
        box_guarded_free(f->pages[i], PAGE);
    *f = (box_flat){0};
}
