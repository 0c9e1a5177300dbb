#include "box/program/text.h"

#include <stdlib.h>

#include "term/core/sort.h"

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

#define MAX_CODE_POINT 0x2ffffu /* of SMT-LIB strings */

static void encode_point(uint32_t c, strbuf *out)
{
    if (c < 0x80) {
        strbuf_putc(out, (char)c);
    } else if (c < 0x800) {
        strbuf_putc(out, (char)(0xc0 | c >> 6));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        strbuf_putc(out, (char)(0xe0 | c >> 12));
        strbuf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else {
        strbuf_putc(out, (char)(0xf0 | c >> 18));
        strbuf_putc(out, (char)(0x80 | (c >> 12 & 0x3f)));
        strbuf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    }
}

void text_encode(const uint32_t *points, size_t n, strbuf *out)
{
    for (size_t i = 0; i < n; i++)
        encode_point(points[i], out);
}

/* Bytes of the sequence that `lead` begins; 0: none. */
static uint32_t sequence_length(uint8_t lead)
{
    return lead < 0x80   ? 1
           : lead < 0xc2 ? 0
           : lead < 0xe0 ? 2
           : lead < 0xf0 ? 3
           : lead < 0xf5 ? 4
                         : 0;
}

bool text_decode(const char *bytes, size_t n, vec_u32 *points)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    for (size_t i = 0; i < n;) {
        uint8_t lead = (uint8_t)bytes[i];
        uint32_t length = sequence_length(lead);
        if (!length || n - i < length)
            return false;
        uint32_t c = length == 1 ? lead : lead & (0x7fu >> length);
        for (uint32_t k = 1; k < length; k++) {
            uint8_t next = (uint8_t)bytes[i + k];
            if ((next & 0xc0) != 0x80)
                return false;
            c = c << 6 | (next & 0x3f);
        }
        if (c < smallest[length] || c > MAX_CODE_POINT)
            return false;
        vec_push(points, c);
        i += length;
    }
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

bool text_has_sort(const term_bank *b, sort_id sort)
{
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_REAL:
    case SORT_BV:
    case SORT_FP:
    case SORT_STRING:
    case SORT_ROUNDING_MODE:
        return true;
    default:
        return false;
    }
}

static void put_decimal(const term_bank *b, value_id v, strbuf *out)
{
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, v, number, &scratch);
    char *digits = base_alloc(mpz_sizeinbase(number, 10) + 2);
    mpz_get_str(digits, 10, number);
    strbuf_puts(out, digits);
    free(digits);
}

static void put_fraction(const term_bank *b, value_id v, strbuf *out)
{
    value_id denominator = value_denominator(b, v);
    int64_t d = 0;
    put_decimal(b, value_numerator(b, v), out);
    if (value_small_int(b, denominator, &d) && d == 1)
        return;
    strbuf_putc(out, '/');
    put_decimal(b, denominator, out);
}

static void put_bits(const mpz_t bits, uint32_t from, uint32_t n, strbuf *out)
{
    strbuf_puts(out, "#b");
    for (uint32_t i = n; i-- > 0;)
        strbuf_putc(out, mpz_tstbit(bits, from + i) ? '1' : '0');
}

static void put_float(const term_bank *b, value_id v, strbuf *out)
{
    sort_id sort = value_sort(b, v);
    uint32_t e = sort_fp_exponent(b, sort), s = sort_fp_significand(b, sort);
    mpz_t bits;
    value_scratch scratch;
    value_mpz(b, v, bits, &scratch);
    strbuf_puts(out, "(fp ");
    put_bits(bits, e + s - 1, 1, out);
    strbuf_putc(out, ' ');
    put_bits(bits, s - 1, e, out);
    strbuf_putc(out, ' ');
    put_bits(bits, 0, s - 1, out);
    strbuf_putc(out, ')');
}

static void put_string(const term_bank *b, value_id v, bool quoted, strbuf *out)
{
    size_t n;
    const uint32_t *points = value_string_data(b, v, &n);
    if (!quoted) {
        text_encode(points, n, out);
        return;
    }
    strbuf_putc(out, '"');
    for (size_t i = 0; i < n; i++)
        if (points[i] == '"')
            strbuf_puts(out, "\"\"");
        else if (points[i] >= ' ' && points[i] < 0x7f && points[i] != '\\')
            strbuf_putc(out, (char)points[i]);
        else
            strbuf_printf(out, "\\u{%x}", points[i]);
    strbuf_putc(out, '"');
}

static const char *const mode_names[] = {
    [RM_RNE] = "RNE", [RM_RNA] = "RNA", [RM_RTP] = "RTP", [RM_RTN] = "RTN", [RM_RTZ] = "RTZ"};

void text_put_value(const term_bank *b, value_id v, bool quoted, strbuf *out)
{
    switch (value_kind_of(b, v)) {
    case VALUE_BOOL:
        strbuf_puts(out, value_is_true(v) ? "true" : "false");
        break;
    case VALUE_INT:
    case VALUE_BV:
        put_decimal(b, v, out);
        break;
    case VALUE_REAL:
        put_fraction(b, v, out);
        break;
    case VALUE_FP:
        put_float(b, v, out);
        break;
    case VALUE_STRING:
        put_string(b, v, quoted, out);
        break;
    case VALUE_RM:
        strbuf_puts(out, mode_names[value_rounding(b, v)]);
        break;
    default:
        strbuf_puts(out, "?");
    }
}
