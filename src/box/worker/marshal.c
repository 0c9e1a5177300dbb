#include "box/worker/marshal.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "box/box_impl.h"
#include "box/program/text.h"

/* An array argument shows its elements up to the last one that differs from the default, one more,
 * and at least this many bytes (or all there are). */
enum { ARRAY_MIN_BYTES = 64, ARRAY_MAX_BYTES = 1 << 20 };

void marshal_word(marshal_area *a, uint64_t word)
{
    a->good = a->good && a->size - a->at >= sizeof word;
    if (!a->good)
        return;
    memcpy(a->bytes + a->at, &word, sizeof word);
    a->at += sizeof word;
}

static size_t padded(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

/* Room for a block that the caller fills; NULL: there is none. */
static uint8_t *marshal_room(marshal_area *a, size_t n)
{
    marshal_word(a, n);
    a->good = a->good && a->size - a->at >= n && a->size - a->at >= padded(n);
    if (!a->good)
        return NULL;
    uint8_t *room = a->bytes + a->at;
    a->at += padded(n);
    return room;
}

void marshal_block(marshal_area *a, const void *bytes, size_t n)
{
    uint8_t *room = marshal_room(a, n);
    if (room && n)
        memcpy(room, bytes, n);
}

uint64_t marshal_read_word(marshal_area *a)
{
    uint64_t word = 0;
    a->good = a->good && a->size - a->at >= sizeof word;
    if (a->good) {
        memcpy(&word, a->bytes + a->at, sizeof word);
        a->at += sizeof word;
    }
    return word;
}

uint8_t *marshal_read_block(marshal_area *a, size_t *n)
{
    *n = marshal_read_word(a);
    a->good = a->good && a->size - a->at >= *n && a->size - a->at >= padded(*n);
    if (!a->good)
        return NULL;
    uint8_t *bytes = a->bytes + a->at;
    a->at += padded(*n);
    return bytes;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static bool text_argument(const term_bank *b, const box_parameter *p, value_id v, marshal_area *a)
{
    if (value_kind_of(b, v) == VALUE_ALGEBRAIC)
        return false;
    strbuf text = STRBUF_INIT;
    text_put_value(b, v, false, &text);
    marshal_block(a, text.text, text.n + 1);
    strbuf_free(&text);
    return a->good;
}

static void export_bits(const mpz_t number, uint8_t *bytes, size_t n)
{
    memset(bytes, 0, n);
    mpz_export(bytes, NULL, -1, 1, 0, 0, number);
}

static bool wide_argument(const term_bank *b, const box_parameter *p, value_id v, marshal_area *a)
{
    size_t n = (p->width + 7) / 8;
    uint8_t *bytes = base_alloc(n);
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, v, number, &scratch);
    export_bits(number, bytes, n);
    marshal_block(a, bytes, n);
    free(bytes);
    return a->good;
}

static void put_element(uint8_t *bytes, size_t index, uint32_t size, uint64_t word)
{
    memcpy(bytes + index * size, &word, size); /* little-endian machines */
}

/* How many elements an array argument shows; 0: too many. */
static size_t array_length(const term_bank *b, const box_parameter *p, value_id v)
{
    uint32_t width = sort_bv_width(b, sort_array_index(b, p->sort));
    uint64_t all = width < 40 ? UINT64_C(1) << width : UINT64_MAX;
    uint64_t shown = ARRAY_MIN_BYTES / p->size;
    for (uint32_t i = 0; i < value_array_size(b, v); i++) {
        uint64_t index;
        if (!value_small_bits(b, value_array_index_at(b, v, i), &index) || index >= ARRAY_MAX_BYTES)
            return 0;
        if (index + 2 > shown)
            shown = index + 2;
    }
    if (shown > all)
        shown = all;
    return shown * p->size > ARRAY_MAX_BYTES ? 0 : shown;
}

/* n times the element: what is there doubles. */
static void fill(uint8_t *bytes, size_t n, uint32_t size, uint64_t word)
{
    size_t all = n * size, done = size;
    put_element(bytes, 0, size, word);
    for (; done < all; done *= 2)
        memcpy(bytes + done, bytes, done < all - done ? done : all - done);
}

static bool array_argument(const term_bank *b, const box_parameter *p, value_id v, marshal_area *a)
{
    size_t n = array_length(b, p, v);
    uint64_t word;
    if (!n || !value_small_bits(b, value_array_default(b, v), &word))
        return false;
    uint8_t *bytes = marshal_room(a, n * p->size);
    if (!bytes)
        return false;
    fill(bytes, n, p->size, word);
    bool good = true;
    for (uint32_t i = 0; i < value_array_size(b, v); i++) {
        uint64_t index = 0;
        good &= value_small_bits(b, value_array_index_at(b, v, i), &index) &&
                value_small_bits(b, value_array_element_at(b, v, i), &word);
        if (good)
            put_element(bytes, index, p->size, word);
    }
    return good;
}

bool marshal_argument(const term_bank *b, const box_parameter *p, value_id v, marshal_area *a)
{
    uint64_t word;
    switch (p->class) {
    case BOX_CLASS_STRING:
    case BOX_CLASS_TEXT:
        return text_argument(b, p, v, a);
    case BOX_CLASS_WIDE:
        return wide_argument(b, p, v, a);
    case BOX_CLASS_ARRAY:
        return array_argument(b, p, v, a);
    default:
        if (!box_word_of_value(b, p, v, &word))
            return false;
        marshal_word(a, word);
        return a->good;
    }
}

bool marshal_request(const term_bank *b, const box *x, const value_id *args,
                     const box_image *objects, marshal_area *a)
{
    for (uint32_t i = 0; i < x->arity; i++)
        if (!marshal_argument(b, &x->parameters[i], args[i], a))
            return false;
    uint32_t n = objects ? objects->n : 0;
    marshal_word(a, n);
    for (uint32_t i = 0; i < n; i++) {
        marshal_word(a, objects->buffers[i].address);
        marshal_block(a, objects->buffers[i].bytes, objects->buffers[i].n);
    }
    return a->good;
}

/* ---- Results --------------------------------------------------------------------------------- */

size_t marshal_result_size(const term_bank *b, const box_parameter *p)
{
    if (p->class == BOX_CLASS_WIDE)
        return (p->width + 7) / 8;
    if (p->class == BOX_CLASS_ARRAY)
        return ((size_t)1 << sort_bv_width(b, sort_array_index(b, p->sort))) * p->size;
    return 0;
}

static value_id string_result(term_bank *b, const uint8_t *bytes, size_t n)
{
    vec_u32 points = {0};
    bool good = text_decode((const char *)bytes, n, &points);
    value_id v = good ? value_string(b, points.at, points.n) : 0;
    vec_free(&points);
    return v;
}

static value_id number_result(term_bank *b, const box_parameter *p, const uint8_t *bytes, size_t n)
{
    char *text = base_strndup((const char *)bytes, n);
    value_id v = strlen(text) == n ? text_read_number(b, p->sort, text) : 0;
    free(text);
    return v;
}

static value_id wide_result(term_bank *b, const box_parameter *p, const uint8_t *bytes, size_t n)
{
    if (n != marshal_result_size(b, p))
        return 0;
    mpz_t number;
    mpz_init(number);
    mpz_import(number, n, -1, 1, 0, 0, bytes);
    value_id v = 0;
    if (mpz_sgn(number) == 0 || mpz_sizeinbase(number, 2) <= p->width)
        v = sort_kind_of(b, p->sort) == SORT_FP ? value_fp_mpz(b, p->sort, number)
                                                : value_bv_mpz(b, p->width, number);
    mpz_clear(number);
    return v;
}

static value_id array_result(term_bank *b, const box_parameter *p, const uint8_t *bytes, size_t n)
{
    if (n != marshal_result_size(b, p))
        return 0;
    uint32_t index_width = sort_bv_width(b, sort_array_index(b, p->sort));
    value_id array = 0;
    for (size_t i = 0; i < n / p->size; i++) {
        uint64_t word = 0;
        memcpy(&word, bytes + i * p->size, p->size);
        if (p->width < 64 && word >> p->width)
            return 0;
        value_id element = value_bv_u64(b, p->width, word);
        if (!array)
            array = value_array_constant(b, p->sort, element);
        else if (element != value_array_default(b, array))
            array = value_array_store(b, array, value_bv_u64(b, index_width, i), element);
    }
    return array;
}

static char *result_error(term_bank *b, const box_parameter *p, const char *what)
{
    strbuf name = STRBUF_INIT;
    sort_print(b, p->sort, &name);
    char *error = box_format("%s is no value of sort %s", what, name.text);
    strbuf_free(&name);
    return error;
}

value_id marshal_result(term_bank *b, const box_parameter *p, marshal_area *a, char **error)
{
    value_id v = 0;
    if (p->class < BOX_CLASS_STRING) {
        uint64_t word = marshal_read_word(a);
        if (a->good)
            v = box_value_of_word(b, p, word);
    } else {
        size_t n;
        const uint8_t *bytes = marshal_read_block(a, &n);
        if (bytes && p->class == BOX_CLASS_STRING)
            v = string_result(b, bytes, n);
        else if (bytes && p->class == BOX_CLASS_TEXT)
            v = number_result(b, p, bytes, n);
        else if (bytes && p->class == BOX_CLASS_WIDE)
            v = wide_result(b, p, bytes, n);
        else if (bytes)
            v = array_result(b, p, bytes, n);
    }
    if (!v)
        *error = result_error(b, p, "what it returned");
    return v;
}
